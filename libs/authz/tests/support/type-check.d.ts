import ts from 'typescript';
/** Compiles a file that exists in memory alone, whose path tells where its imports begin. */
export declare function compileInMemory(file: string, code: string): ts.Program;
/** The messages of the compiler about all files. */
export declare const listMessages: (program: ts.Program) => readonly string[];
//# sourceMappingURL=type-check.d.ts.map