/** Where a tunnel leads. */
export interface Destination {
  readonly host: string;
  readonly port: number;
}
