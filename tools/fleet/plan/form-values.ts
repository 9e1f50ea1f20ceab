import type { Schemas } from '@content-service/client'
import fc from 'fast-check'

export type ToolType = Schemas['ModelType']
export type ToolField = Schemas['ModelField']
type Values = Readonly<Record<string, unknown>>

/** The member of a body that has the value of a field. */
export const nameMember = ({ name, link }: ToolField): string => link?.attribute ?? name

/** The id of a record of the type with this name; null if there is none yet. */
type FindRecord = (type: string) => string | number | null

const SAMPLE = { seed: 17, numRuns: 1 } as const

const writeText = ({ limits }: ToolField): string => {
  const { pattern, minLength = 1 } = limits as { readonly pattern?: string; readonly minLength?: number }
  const [matching] = pattern === undefined ? [] : fc.sample(fc.stringMatching(new RegExp(pattern)), SAMPLE)
  return matching ?? 'Words '.repeat(Math.ceil(minLength / 6)).trim()
}

const readLimit = ({ limits }: ToolField, ...names: readonly string[]): unknown =>
  names.map((name) => limits[name]).find((limit) => limit !== undefined)

/** The values of a part; null if it needs a link to a type without records. */
const fillPart = (fields: readonly ToolField[], find: FindRecord): Values | null => {
  const filled = fields
    .filter(({ readOnly }) => !readOnly)
    .map((field) => [field, fillField(field, find)] as const)
  if (filled.some(([{ required }, value]) => required && value === null)) return null
  return Object.fromEntries(filled.map(([field, value]) => [nameMember(field), value]))
}

const isThere = (value: unknown): boolean => value !== null

/** How somebody fills each kind of fields who knows the model alone. */
const FILL: Readonly<Record<ToolField['kind'], (field: ToolField, find: FindRecord) => unknown>> = {
  line: writeText,
  slug: () => null,
  text: writeText,
  markdown: writeText,
  email: () => 'ada@example.org',
  url: () => 'https://example.org/',
  number: (field) => Math.max(1, Number(readLimit(field, 'minimum') ?? 1)),
  integer: (field) => Math.max(1, Number(readLimit(field, 'minimum') ?? 1)),
  decimal: (field) => readLimit(field, 'least') ?? '0',
  counter: () => null,
  flag: () => true,
  time: (field) => readLimit(field, 'least') ?? '2027-03-01T08:00:00Z',
  date: (field) => readLimit(field, 'least') ?? '2027-03-01',
  tags: () => ['print'],
  state: ({ initial }) => initial,
  choice: ({ choices }) => choices?.[0]?.value,
  json: () => ({ words: ['A', 'B'] }),
  owner: () => null,
  one: ({ link }, find) => find(link?.to ?? ''),
  many: ({ link }, find) => [find(link?.to ?? '')].filter(isThere),
  group: ({ fields }, find) => fillPart(fields ?? [], find),
  list: ({ item }, find) => (item ? [fillField(item, find)].filter(isThere) : []),
  blocks: ({ blocks }, find) =>
    (blocks ?? []).flatMap(({ type, fields }) => {
      const part = fillPart(fields, find)
      return part === null ? [] : [{ type, ...part }]
    }),
}

const fillField = (field: ToolField, find: FindRecord): unknown => FILL[field.kind](field, find)

/** A body for a new record, by the model alone. The service gives the states and counters. */
export const fillForm = ({ fields }: ToolType, find: FindRecord): Values => {
  const given = fields.filter(({ kind, readOnly }) => kind !== 'state' && !readOnly)
  return Object.fromEntries(given.map((field) => [nameMember(field), fillField(field, find)]))
}
