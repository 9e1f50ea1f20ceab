import { field } from '@content-service/domain'
import type { Field } from '@content-service/domain/internal/model'

const about = 'A test.'
const MOODS = ['CALM', 'LOUD'] as const

/** Fields with parts of all kinds. */
export const PART_FIELDS: Readonly<Record<string, Field>> = {
  facts: field.group(
    {
      note: field.line(80, { about, optional: true }),
      count: field.integer(-5, 99, { about, optional: true, index: true }),
      ratio: field.number(0, { about }),
      price: field.decimal(6, 2, { about, optional: true, index: true }),
      isOpen: field.flag({ about, initial: false, index: true }),
      mood: field.choice(MOODS, { about, optional: true }),
      opensOn: field.date({ about, optional: true }),
      begins: field.time({ about, optional: true }),
      inner: field.group({ count: field.integer(0, 9, { about }) }, { about, optional: true }),
    },
    { about, optional: true },
  ),
  labels: field.list(field.line(80, { about }), { about, index: true }),
  counts: field.list(field.integer(0, 99, { about }), { about }),
  ratios: field.list(field.number(0, { about }), { about }),
  moods: field.list(field.choice(MOODS, { about }), { about, distinct: true }),
  days: field.list(field.date({ about }), { about }),
  moments: field.list(field.time({ about }), { about }),
  steps: field.list(field.group({ note: field.line(80, { about }) }, { about }), { about }),
  body: field.blocks(
    {
      quote: { note: field.line(80, { about }) },
      picture: { address: field.url({ about, optional: true }), raw: field.json({ about, optional: true }) },
    },
    { about },
  ),
}

/** The values of records, with members in the order in which PostgreSQL keeps JSON: short names first. */
export const PART_VALUES: Readonly<Record<keyof typeof PART_FIELDS, readonly unknown[]>> = {
  facts: [
    null,
    {
      mood: 'LOUD',
      note: 'a',
      count: 4,
      inner: { count: 1 },
      price: '12.50',
      ratio: 0.1,
      begins: '2026-11-20T12:00:00.000Z',
      isOpen: true,
      opensOn: '2026-11-20',
    },
    {
      mood: null,
      note: null,
      count: null,
      inner: null,
      price: null,
      ratio: 0,
      begins: null,
      isOpen: false,
      opensOn: null,
    },
  ],
  labels: [[], ['a', 'A'], ['{"é, b}']],
  counts: [[], [0, 99]],
  ratios: [[], [0.1, 2.5]],
  moods: [[], ['CALM', 'LOUD']],
  days: [[], ['2026-11-20']],
  moments: [[], ['2026-11-20T12:00:00.000Z']],
  steps: [[], [{ key: 'a', note: 'é' }]],
  body: [
    [],
    [
      { key: 'a', note: 'b', type: 'quote' },
      { key: 'b', raw: [1, { a: null }], type: 'picture', address: null },
    ],
  ],
}
