import type { compilePolicy } from '../../src/engine/decisions/engine.ts'
import type { holds, matcher } from '../../src/index.ts'
import type { pack, packedSubject, unpack, unpackPolicy } from '../../src/pack/index.ts'
import type { restrict } from '../../src/restrict/index.ts'
import type { resolve } from '../../src/engine/roles/resolve.ts'
import type { simplify } from '../../src/engine/conditions/simplify.ts'
import type { toSql } from '../../src/sql/index.ts'

/** The functions that the laws test: those of the library, or a copy with a deliberate fault. */
export interface Engine {
  readonly compilePolicy: typeof compilePolicy
  readonly holds: typeof holds
  readonly matcher: typeof matcher
  readonly resolve: typeof resolve
  readonly simplify: typeof simplify
  readonly toSql: typeof toSql
  readonly restrict: typeof restrict
  readonly pack: typeof pack
  readonly packedSubject: typeof packedSubject
  readonly unpack: typeof unpack
  readonly unpackPolicy: typeof unpackPolicy
}

export interface LawOptions {
  readonly numRuns: number
  readonly seed?: number
  /** Ends with the first failure, and looks for no smaller case that fails too. */
  readonly endOnFailure?: boolean
  /** Gets the result instead of an error. */
  readonly reporter?: (details: { readonly failed: boolean; readonly numRuns: number }) => void
}

/** Throws if the engine breaks the law, unless the options have a reporter. */
export type Law = (engine: Engine, options: LawOptions) => void
