import { describe, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { compilePolicy } from '../../src/engine/decisions/engine.ts'
import { holds, matcher } from '../../src/index.ts'
import { pack, packedSubject, unpack, unpackPolicy } from '../../src/pack/index.ts'
import { restrict } from '../../src/restrict/index.ts'
import { resolve } from '../../src/engine/roles/resolve.ts'
import { simplify } from '../../src/engine/conditions/simplify.ts'
import { toSql } from '../../src/sql/index.ts'
import { type Engine, laws } from '../support/laws.ts'

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
