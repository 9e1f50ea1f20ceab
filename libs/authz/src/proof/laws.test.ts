import { describe, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { compilePolicy } from '../decisions/engine.ts'
import { holds, matcher } from '../index.ts'
import { pack, packedSubject, unpack, unpackPolicy } from '../pack/index.ts'
import { restrict } from '../restrict.ts'
import { resolve } from '../roles/resolve.ts'
import { simplify } from '../conditions/simplify.ts'
import { toSql } from '../sql/index.ts'
import { type Engine, laws } from '../testing/laws.ts'

const engine: Engine = {
  compilePolicy,
  holds,
  matcher,
  resolve,
  simplify,
  toSql,
  restrict,
  pack,
  packedSubject,
  unpack,
  unpackPolicy,
}

describe('laws', () => {
  it.each(Object.entries(laws))('%s', (_, law) =>
    law(engine, { numRuns: countRuns({ short: 500, long: 4000 }) }),
  )
})
