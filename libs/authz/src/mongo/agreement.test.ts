import { describe, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import {
  agreesOnEmbedded,
  agreesOnFields,
  agreesOnLiterals,
  agreesOnParts,
  agreesOnPolicies,
} from '../../tests/support/mongo-laws.ts'
import { toMongo } from './index.ts'

describe('toMongo chooses the documents that the engine chooses', () => {
  it('whatever values their fields have', () =>
    agreesOnFields(toMongo, countRuns({ short: 1000, long: 30_000 })))

  it('by conditions with values of any type', () => {
    agreesOnLiterals(toMongo, countRuns({ short: 1000, long: 30_000 }))
  })

  it('by each part of a text', () => {
    agreesOnParts(toMongo)
  })

  it('if they lack attributes of a policy', () => {
    agreesOnPolicies(toMongo, countRuns({ short: 500, long: 20_000 }))
  })

  it('by embedded objects and lists of objects', () =>
    agreesOnEmbedded(toMongo, countRuns({ short: 1000, long: 50_000 })))
})
