import type ts from 'typescript'

/** The compiler of the project that moves. */
export type TypeScript = typeof ts
