import { field, type record } from '@content-service/domain'
import { choose } from '../../../libs/persistence/src/testing/generated-models.ts'
import type { GeneratorValue } from 'fast-check'

type Computed = NonNullable<Parameters<typeof record>[0]['computed']>

const STORED: Computed = (on) => ({
  title: on(
    { kind: field.line(200), from: ['label', 'low'], stored: true, index: true, search: 'A' },
    ({ label, low }) => `${String(label)} ${String(low)}`,
  ),
  span: on(
    { kind: field.integer(-100, 100), from: ['low', 'high'], stored: true, optional: true },
    ({ low, high }) => (high === null ? null : Number(high) - Number(low)),
  ),
  rate: on(
    { kind: field.decimal(6, 2), from: ['low'], stored: true, index: true },
    ({ low }) => `${Number(low)}.5`,
  ),
})

const READ: Computed = (on) => ({
  title: on({ kind: field.line(200), from: ['label'] }, ({ label }) =>
    String(label).toUpperCase().slice(0, 200),
  ),
  facts: on({ kind: field.json(), from: ['label', 'high'] }, ({ label, high }) => ({
    label: String(label),
    high: Number(high ?? 0),
  })),
  // Some values fail: reads show null.
  ratio: on({ kind: field.number(0), from: ['low', 'high'] }, ({ low, high }) => Number(high) / Number(low)),
})

/** C16.2: values that code computes, with columns or without. */
export const drawComputed = (g: GeneratorValue): Computed => choose(g, [STORED, READ, () => ({})])
