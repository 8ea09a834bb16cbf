// What our scripts share through the page's global scope: for TypeScript's check of static/ and for whoever reads it.
// Python uses the same names (js.pyi, next to this file). What elements hold depends on the page's HTML, which no type can
// say, so they are `any`.

interface Window {
  trustedTypes?: any; // not in all browsers
  prelit: any; // tools/prelit/prelit/runtime/facts.mjs
  // From static/boot/, for each other and for Python.
  kesuNet: { fail(reason: unknown): void; alive(): void };
  kesuStorage: any;
  kesuEarly: any;
  kesuCard(game: string, boards: unknown): void;
  kesuCharts(): Promise<any>;
  kesuCopier: unknown;
  kesuCount(place: any, from: number, to: number, milliseconds: number): void;
  kesuFilm(): Worker;
  kesuLength(event: MessageEvent): number;
  kesuLesson: any;
  kesuPart(part: string): Promise<any>;
  kesuQR(): Promise<any>;
  // From the workshop, for the page in its frame.
  kesuMemory(): Promise<ArrayBuffer | null>;
  kesuSpent(frame: Window, milliseconds: number): void;
}
declare var prelit: any;
declare var kesuStorage: any;
declare var kesuMemory: any;
declare var kesuReady: any;
declare var kesuSend: any;
declare var kesuSpent: any;
declare var kesuBroken: any;
declare var trustedTypes: any;

// The build puts these into scripts (tools/build/constants.py, tools/build/jail.py).
declare const CONSTANTS: any;
declare const PYTHON: any;
declare const jail: any;
declare module "#constants";
declare module "prelit";
declare module "*/kesu.mjs"; // of the jail, after the build has joined it

interface Document {
  getElementById(id: string): any;
}
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
// Of events: always an element here.
interface EventTarget {
  closest?(selectors: string): any;
  readonly dataset: DOMStringMap;
  files?: any;
}
