import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** A function or a class that an entry point exports. */
export interface PublicExport {
  readonly entryPoint: string;
  readonly name: string;
  readonly isClass: boolean;
  readonly hasParameters: boolean;
  /** The options of the function, and of the methods of its result. */
  readonly options: readonly string[];
  /** The members of options that are objects with plain values, such as `backoff`. */
  readonly members: readonly string[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));

const compilerOptions: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  types: [],
  lib: ['lib.es5.d.ts'],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  allowImportingTsExtensions: true,
};

/** Creates a program of files in src/. The types of packages are `any`, because a spec of the options does not need them. */
function programOf(files: readonly string[]): ts.Program {
  const host = ts.createCompilerHost(compilerOptions);
  host.resolveModuleNameLiterals = (literals, containingFile) =>
    literals.map(({ text }) => ({
      resolvedModule: text.startsWith('.')
        ? {
            resolvedFileName: fileURLToPath(new URL(text, `file://${containingFile}`)),
            extension: ts.Extension.Ts,
          }
        : undefined,
    }));
  return ts.createProgram(files, compilerOptions, host);
}

let checker: ts.TypeChecker;
let modules: ReadonlyMap<string, ReadonlyMap<string, ts.Symbol>> = new Map();

/** Returns the functions and classes that the entry points export. @param entryPoints - the source file of each entry point */
export function exportsOf(entryPoints: Readonly<Record<string, string>>): readonly PublicExport[] {
  const program = programOf(Object.values(entryPoints).map((file) => root + file));
  checker = program.getTypeChecker();
  modules = new Map(
    Object.entries(entryPoints).map(([entryPoint, file]) => [
      entryPoint,
      symbolsIn(program.getSourceFile(root + file)),
    ]),
  );
  return [...modules].flatMap(([entryPoint, symbols]) =>
    [...symbols]
      .filter(([, symbol]) => (symbol.flags & ts.SymbolFlags.Value) !== 0)
      .map(([name, symbol]) => ({ entryPoint, name, ...describe(checker.getTypeOfSymbol(symbol)) })),
  );
}

/** Returns the names of the members of an exported type. */
export const membersOf = (entryPoint: string, type: string): readonly string[] => {
  const symbol = modules.get(entryPoint)?.get(type);
  return symbol === undefined ? [] : publicMembers(checker.getDeclaredTypeOfSymbol(symbol));
};

function symbolsIn(file: ts.SourceFile | undefined): ReadonlyMap<string, ts.Symbol> {
  const module = file && checker.getSymbolAtLocation(file);
  const exported = module === undefined ? [] : checker.getExportsOfModule(module);
  return new Map(
    exported.map((symbol) => [
      symbol.name,
      (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol),
    ]),
  );
}

function describe(type: ts.Type): Omit<PublicExport, 'entryPoint' | 'name'> {
  const constructors = type.getConstructSignatures();
  const signatures = [...type.getCallSignatures(), ...constructors].filter(isPublic);
  const found = signatures.flatMap((signature) => [
    ...optionTypes(signature),
    ...(constructors.length > 0 ? [] : optionTypesOfMethods(signature.getReturnType())),
  ]);
  const options = found.flatMap(publicProperties);
  return {
    isClass: constructors.length > 0,
    hasParameters: signatures.some(({ parameters }) => parameters.length > 0),
    options: namesOf(options),
    members: [
      ...new Set(
        options
          .map((option) => checker.getNonNullableType(checker.getTypeOfSymbol(option)))
          .flatMap(partsOf)
          .filter(isPlainObject)
          .flatMap(publicMembers),
      ),
    ],
  };
}

/** Returns the types of the parameters that contain options. */
const optionTypes = (signature: ts.Signature): readonly ts.Type[] =>
  signature.parameters
    .map((parameter) => ({ parameter, type: typeOf(parameter) }))
    .filter(({ parameter, type }) => parameter.name === 'options' || symbolOf(type)?.name.endsWith('Options'))
    .map(({ type }) => type);

const typeOf = (symbol: ts.Symbol): ts.Type => checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
const symbolOf = (type: ts.Type): ts.Symbol | undefined => type.aliasSymbol ?? type.symbol;

/** Returns the types of the options of all methods of an object, such as a resource client. Visits each declared type once. */
function optionTypesOfMethods(type: ts.Type, seen = new Set<ts.Symbol>()): readonly ts.Type[] {
  const symbol = symbolOf(type);
  if (symbol === undefined || seen.has(symbol)) return [];
  seen.add(symbol);
  return publicProperties(type).flatMap((property) => {
    const member = typeOf(property);
    const signatures = member.getCallSignatures().filter(isPublic);
    return [
      ...signatures.flatMap((signature) => [
        ...optionTypes(signature),
        ...optionTypesOfMethods(signature.getReturnType(), seen),
      ]),
      ...optionTypesOfMethods(member, seen),
    ];
  });
}

/** Returns the members that src/ declares. Omits internal members. */
const publicProperties = (type: ts.Type): readonly ts.Symbol[] =>
  type
    .getProperties()
    .filter((property) => !isInternal(property.getJsDocTags(checker)))
    .filter(({ declarations }) =>
      declarations?.some((declaration) => declaration.getSourceFile().fileName.startsWith(`${root}src/`)),
    );
const namesOf = (symbols: readonly ts.Symbol[]): readonly string[] => [
  ...new Set(symbols.map(({ name }) => name).filter((name) => !/^(?:__@|#)/.test(name))),
];
const publicMembers = (type: ts.Type): readonly string[] => namesOf(publicProperties(type));

const isPublic = (signature: ts.Signature): boolean => !isInternal(signature.getJsDocTags());
const isInternal = (tags: readonly ts.JSDocTagInfo[]): boolean =>
  tags.some(({ name }) => name === 'internal');

const partsOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);

/** Whether all members of an object are texts, numbers and booleans. */
function isPlainObject(type: ts.Type): boolean {
  const members = publicProperties(type);
  const plain = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike;
  return (
    members.length > 0 &&
    members.every((member) => partsOf(typeOf(member)).every(({ flags }) => (flags & plain) !== 0))
  );
}
