/** An Angular application with the component of examples/angular-pods. The browser compiles the component. */
import '@angular/compiler';
import { bootstrapApplication } from '@angular/platform-browser';
import { PodsComponent } from './angular-pods/pods.component.ts';

await bootstrapApplication(PodsComponent);
