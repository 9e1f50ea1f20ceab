import { createJsonRule, findSchemaProblems } from '../../rules/json-schema.ts'
import { build, WORDS, type Exactly, type Options, type Stored, type Words } from './build-field.ts'
import type { Json, JsonField, SetByService } from './field.ts'

interface JsonOptions
  extends
    Words,
    Pick<Options, 'about' | 'optional' | 'seenWith' | 'changedWith' | 'setByOperation' | 'hidden'> {
  /** JSON Schema (2020-12) of the values, without references to other documents; by default each value is right. */
  readonly schema?: Readonly<Record<string, unknown>>
}

const JSON_OPTIONS = [
  'about',
  'optional',
  'seenWith',
  'changedWith',
  'setByOperation',
  'hidden',
  'schema',
  ...WORDS,
]

type BuiltJson<Given> = JsonField<Stored<Json, Given>> &
  (Given extends { readonly setByOperation: true } | { readonly hidden: true } ? SetByService : unknown)

/** The kind of a computed field can have a schema alone. */
type BareJsonOptions = Pick<JsonOptions, 'schema'> & { readonly about?: never }

interface BuildJson {
  <const Given extends JsonOptions>(given: Exactly<Given, JsonOptions>): BuiltJson<Given>
  (given?: BareJsonOptions): Omit<JsonField, 'about'>
}

/** C16.1: a value of JSON with at most 32 levels and 1 MiB, which a JSON Schema describes. Its members keep no order. */
export const json: BuildJson = (given?: Partial<JsonOptions>) => {
  const { schema: jsonSchema = {}, ...options }: Partial<JsonOptions> = given ?? {}
  const problems = findSchemaProblems(jsonSchema)
  const check = problems.length > 0 ? (value: unknown) => value : createJsonRule(jsonSchema)
  const values = { kind: 'json', schema: { type: 'object' }, check, problems } as const
  return { ...(build(values, options, JSON_OPTIONS) as object), jsonSchema } as never
}
