/** An application with the component of examples/angular-pods, compiled in the page. */
import '@angular/compiler';
import { bootstrapApplication } from '@angular/platform-browser';
import { PodsComponent } from './angular-pods/pods.component.ts';

await bootstrapApplication(PodsComponent);
