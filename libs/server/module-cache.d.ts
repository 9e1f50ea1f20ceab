/**
 * Keeps the modules of a program, without their types, for its next starts. `NODE_DISABLE_COMPILE_CACHE=1` turns this
 * off. `program` is the address of the program: `import.meta.url`.
 */
export declare const enableModuleCache: (program: string) => void
