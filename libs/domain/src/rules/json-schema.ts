import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { RE2JS } from 're2js'
import { badUserInput, type Problem } from './errors.ts'
import { isObject } from './is-object.ts'
import { requireJson } from './json-value.ts'
import { MergePatch } from './merge-patch.ts'
import { countMatched, limitPatterns } from './pattern-budget.ts'

type Schema = Readonly<Record<string, unknown>>

/** C16.1: a list of this length at most is compared item by item. */
const MOST_UNIQUE = 1_000

/** JSON Schema 2020-12, section 8.2.3.2: what a dynamic reference means depends on other schemas. */
const REFUSED = ['$dynamicRef', '$dynamicAnchor', '$recursiveRef']

const findKeywordProblems = (schema: Schema): readonly string[] => {
  const { maxItems } = schema
  const isBounded = typeof maxItems === 'number' && maxItems <= MOST_UNIQUE
  return [
    ...REFUSED.filter((keyword) => Object.hasOwn(schema, keyword)).map(
      (keyword) => `schema cannot have ${keyword}; use $ref to $defs`,
    ),
    ...(schema['uniqueItems'] === true && !isBounded
      ? [`uniqueItems needs maxItems of at most ${MOST_UNIQUE}`]
      : []),
  ]
}

/** The problems of all parts of a schema. Values that are no schemas, such as `const`, can only be refused too often. */
const walk = (part: unknown): readonly string[] => {
  if (Array.isArray(part)) return part.flatMap(walk)
  return isObject(part) ? [...findKeywordProblems(part), ...Object.values(part).flatMap(walk)] : []
}

/** Patterns take a time that grows with the length of the text alone (C16.1). Ajv tells them apart by `toString`. */
const createPattern = (pattern: string) => {
  const compiled = RE2JS.compile(pattern)
  const test = (text: string): boolean => {
    countMatched(text)
    return compiled.matcher(text).find()
  }
  return { test, toString: () => pattern }
}

const OPTIONS = {
  // Unknown keywords are mistakes; a keyword beside no type is none.
  strict: true,
  strictTypes: false,
  strictTuples: false,
  allowUnionTypes: true,
  validateFormats: false,
  code: { regExp: Object.assign(createPattern, { code: 'createPattern' }) },
} as const

/** Ajv takes 40 ms to compile the schema of schemas, so that all fields share it. */
let schemas: Ajv2020 | undefined

/** @throws Error for what is no schema of JSON Schema 2020-12. */
const requireSchema = (schema: Schema): void => {
  schemas ??= new Ajv2020(OPTIONS)
  void schemas.validateSchema(schema, true)
}

/** Each schema has names of its own (`$id`, `$anchor`), so that two fields cannot disturb each other. */
const compile = (schema: Schema): ValidateFunction =>
  new Ajv2020({ ...OPTIONS, meta: false, validateSchema: false }).compile(schema)

/** What is wrong with a schema; an empty list for a schema of JSON Schema 2020-12 that needs no other document. */
export const findSchemaProblems = (schema: unknown): readonly string[] => {
  if (!isObject(schema)) return ['schema must be an object of JSON Schema 2020-12']
  // Each value is right.
  if (Object.keys(schema).length === 0) return []
  const problems = walk(schema)
  if (problems.length > 0) return [...new Set(problems)]
  try {
    requireSchema(schema)
    compile(schema)
    return []
  } catch (error) {
    return [`schema: ${(error as Error).message}`]
  }
}

const readPath = (pointer: string): Problem['path'] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')))

const describeError = ({ instancePath, message = 'is wrong', params, keyword }: ErrorObject): Problem => {
  const name = keyword === 'additionalProperties' ? ` (${String(params['additionalProperty'])})` : ''
  return { path: readPath(instancePath), message: `${message}${name}` }
}

/** A rule for a value of JSON that a schema describes. @throws BAD_USER_INPUT with the path of the first problem. */
export const createJsonRule = (schema: Schema): ((value: unknown) => unknown) => {
  let validate: ValidateFunction | undefined
  return limitPatterns((value) => {
    // The schema describes the whole value, which the record that changes completes.
    if (value instanceof MergePatch) {
      requireJson(value.change)
      return value
    }
    requireJson(value)
    validate ??= compile(schema)
    if (!validate(value)) throw badUserInput((validate.errors ?? []).map(describeError))
    return value
  })
}
