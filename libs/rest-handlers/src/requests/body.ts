import { badUserInput, ContentError, type Problem } from '@content-service/domain'
import { checkMemberCount, isObject, findProblems, type Rules } from '@content-service/domain/internal/rules'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { Type, type Static, type TProperties, type TSchema } from 'typebox'
import { checkAcceptable, isUtf8, readMediaType, type RestRequest } from '../protocol/http.ts'
import { RestError } from '../protocol/problem.ts'
import { withoutParts } from '../schemas/part-mark.ts'
import { closed, objectSchema, type ObjectTerms } from '../schemas/schema-terms.ts'
import { findSizeProblems } from './body-size.ts'
import { describeErrors } from './schema-problems.ts'

// The descriptions of errors look into the schemas that refuse a value.
const ajv = new Ajv({
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  validateFormats: false,
  verbose: true,
})

/**
 * C1.1: the domain and `findSizeProblems` check these keywords with messages of their own; the schema has them for
 * readers.
 */
const FOR_READERS = ['minLength', 'maxLength', 'pattern', 'maxItems']
for (const keyword of FOR_READERS) ajv.removeKeyword(keyword).addKeyword(keyword)

const MERGE_PATCH = 'application/merge-patch+json'

/** The media types of PATCH: the members of records are merged with both (C6.4), and those of JSON with the second alone (C16.1). */
export const PATCH_TYPES = ['application/json', MERGE_PATCH]

type Members = Readonly<Record<string, unknown>>
type MergeBody = (members: Members) => Members

/** The body of one route, with a check by its JSON Schema. */
export interface BodyType<Value> {
  readonly mediaTypes: readonly string[]
  /** The problems that the schema finds. */
  readonly findings: (body: unknown) => readonly ErrorObject[]
  readonly schema: TSchema
  /** Marks what `application/merge-patch+json` merges further than other media types do. */
  readonly merge?: MergeBody | undefined
  /** Carries the type of the body; never set. */
  readonly type?: Value
}

/** Compiles the schema for the first body: a start does not compile schemas of bodies that may never come. */
const createValidator = (schema: TSchema): BodyType<unknown>['findings'] => {
  let validate: ValidateFunction | undefined
  return (body) => {
    validate ??= ajv.compile(withoutParts(schema))
    return validate(body) ? [] : (validate.errors ?? [])
  }
}

/** The schema determines the type, the check and the documentation (as part of OpenAPI). */
export const createBodyType = <Schema extends TSchema>(
  schema: Schema,
  mediaTypes = ['application/json'],
): BodyType<Static<Schema>> => ({
  mediaTypes,
  schema,
  findings: createValidator(schema),
})

/** The body of a PATCH with these changes. */
export const createPatchType = <Schema extends TSchema>(
  schema: Schema,
  merge?: MergeBody,
): BodyType<Static<Schema>> => ({ ...createBodyType(schema, PATCH_TYPES), merge })

/** A body of an object with these members. */
export const createBody = <Members extends TProperties>(terms: ObjectTerms, members: Members) =>
  createBodyType(objectSchema(terms, members))

/** The body of a PATCH, in which each of these members is optional. */
export const createPatch = <Members extends TProperties>(
  terms: ObjectTerms,
  members: Members,
  merge?: MergeBody,
) => createPatchType(Type.Partial(Type.Object(members), { ...closed, ...terms }), merge)

/**
 * A received body, or the reason why it is unreadable. The service decides about the caller before it reports problems
 * of the body (C6.6): `readable` throws 406, 415, 413 and 400, and `value` throws 422. `known` never throws: it
 * contains the valid members, because the permission can depend on them.
 */
export interface ReceivedBody<Value> {
  readable(): void
  value(): Value
  known(): Partial<Value>
}

/** Nobody changes the value of a body, which the price and the operation of a request read. */
const PARSED = new WeakMap<Uint8Array, { readonly value: unknown }>()

/** Parses a body once. */
const parseJson = (bytes: Uint8Array): unknown => {
  const parsed = PARSED.get(bytes) ?? { value: parseBytes(bytes) }
  PARSED.set(bytes, parsed)
  return parsed.value
}

const parseBytes = (bytes: Uint8Array): unknown => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    checkMemberCount(text)
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof ContentError) throw error
    throw new RestError('BAD_REQUEST', 'The body is not valid JSON in UTF-8.')
  }
}

/** A shorter body has no words that cost something: a word takes two bytes with the sign before it. */
const FREE_BYTES = 2_000

/** The input of a request, for its price; nothing if the body is unreadable, which the operation refuses in its turn. */
export const readInput = ({ body }: RestRequest): unknown => {
  try {
    return body === null || body.length <= FREE_BYTES ? undefined : parseJson(body)
  } catch {
    // The operation reads the body again, and refuses it after it has decided about the caller.
    return undefined
  }
}

const refuseType = (sentence: string, mediaTypes: readonly string[]): RestError =>
  new RestError('UNSUPPORTED_MEDIA_TYPE', sentence, { accept: mediaTypes.join(', ') })

const read = (request: RestRequest, mediaTypes: readonly string[]): unknown => {
  checkAcceptable(request)
  if (!mediaTypes.includes(readMediaType(request)))
    throw refuseType(`Send the body as ${mediaTypes.join(' or ')}.`, mediaTypes)
  if (!isUtf8(request))
    throw refuseType('Send the body in UTF-8, with charset=utf-8 or without a charset.', mediaTypes)
  if (request.body === null)
    throw new RestError(
      'PAYLOAD_TOO_LARGE',
      'The body is larger than the limit of this service (BODY_LIMIT). Send a smaller body.',
    )
  return parseJson(request.body)
}

const MAX_NAME_LENGTH = 100

/** Shortens the name of an unknown member, which can be any text. */
const shortenPath = ({ path, message }: Problem): Problem => ({
  path: path.map((step) =>
    typeof step === 'string' && step.length > MAX_NAME_LENGTH
      ? `${step.slice(0, MAX_NAME_LENGTH).toWellFormed()}…`
      : step,
  ),
  message,
})

/** The members without those at the paths; a list with a wrong part is removed completely. */
const removeMembers = (members: Members, paths: readonly Problem['path'][]): Members => {
  const wrong = Map.groupBy(paths, ([name]) => name)
  const kept = Object.entries(members).flatMap(([name, value]) => {
    const below = wrong.get(name)?.map(([, ...rest]) => rest)
    if (below === undefined) return [[name, value]]
    const isWhollyWrong = !isObject(value) || below.some((rest) => rest.length === 0)
    return isWhollyWrong ? [] : [[name, removeMembers(value, below)]]
  })
  return Object.fromEntries(kept) as Members
}

/** The members of a body without a problem. */
const pickValidMembers = (body: unknown, problems: readonly Problem[]): Members =>
  isObject(body)
    ? removeMembers(
        body,
        problems.map(({ path }) => path),
      )
    : {}

const keepMembers: MergeBody = (members) => members

const catchProblems = <Result>(
  work: () => Result,
): { readonly result?: Result; readonly error?: unknown } => {
  try {
    return { result: work() }
  } catch (error) {
    return { error }
  }
}

/**
 * The problems of a parsed body, and the members without a problem. A body that is too large for the schema has none.
 */
const check = (
  body: unknown,
  { findings, schema, merge = keepMembers }: Pick<BodyType<unknown>, 'findings' | 'schema' | 'merge'>,
  rules: Rules,
): { readonly problems: readonly Problem[]; readonly members: Members } => {
  const sizes = findSizeProblems(body, schema)
  if (sizes.length > 0) return { problems: sizes, members: {} }
  const found = describeErrors(findings(body), schema)
  const members = merge(pickValidMembers(body, found))
  const others = found.length === 0 ? [] : findProblems(rules, members)
  return { problems: [...found.map(shortenPath), ...others], members }
}

/** Checks values that did not come in a body. @throws BAD_USER_INPUT with all problems. */
export const checkValues = <Value>(values: object, type: BodyType<Value>, rules: Rules): Value => {
  const { problems } = check(values, type, rules)
  if (problems.length > 0) throw badUserInput(problems)
  // The schema has found no problem.
  return values as Value
}

/**
 * Reads and checks a body, before a transaction begins. C6.7: the response has the problems that the schema finds
 * together with the problems that the `rules` of the domain find in the other members. The domain alone checks a body
 * in which the schema finds no problem.
 */
export const receive = <Value>(
  request: RestRequest,
  type: BodyType<Value>,
  rules: Rules = {},
): ReceivedBody<Value> => {
  const { result, error } = catchProblems(() => read(request, type.mediaTypes))
  const merge = readMediaType(request) === MERGE_PATCH ? type.merge : undefined
  const { problems, members } = check(result, { ...type, merge }, rules)
  const readable = (): void => {
    if (error !== undefined) throw error
  }
  return {
    readable,
    value: () => {
      readable()
      if (problems.length > 0) throw badUserInput(problems)
      // The schema has found no problem.
      return (merge && isObject(result) ? merge(result) : result) as Value
    },
    // The schema has found no problem in these members.
    known: () => members as Partial<Value>,
  }
}
