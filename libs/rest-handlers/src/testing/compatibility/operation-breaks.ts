import type { Header } from '../../openapi/headers.ts'
import type { Operation } from '../../openapi/operations.ts'
import type { Parameter } from '../../openapi/parameters.ts'
import type { Response } from '../../openapi/refusals.ts'
import type { Reference } from '../references.ts'
import { schemaBreaks, type Direction, type Sides } from './schema-breaks.ts'

/** The same part of both documents. */
export interface Both<Part> {
  readonly at: string
  readonly before: Part
  readonly after: Part
}

type Breaks = readonly string[]
type Content = Readonly<Record<string, { readonly schema: object }>>

const inContent = ({ at, before, after }: Both<Content>, direction: Direction, sides: Sides): Breaks =>
  Object.entries(before).flatMap(([type, { schema }]) => {
    const next = after[type]
    if (next === undefined) return [`${at} is no longer ${type}`]
    return schemaBreaks({ at, before: schema, after: next.schema }, direction, sides)
  })

const formatName = (parameter: Parameter): string => `${parameter.in} ${parameter.name}`

export const inParameters = (
  { at, before, after }: Both<readonly (Parameter | Reference)[]>,
  sides: Sides,
): Breaks => {
  const known = before.map((parameter) => sides.before<Parameter>(parameter))
  const next = after.map((parameter) => sides.after<Parameter>(parameter))
  const kept = known.flatMap((one) => {
    const other = next.find((candidate) => formatName(candidate) === formatName(one))
    const place = `${at} ${formatName(one)}`
    if (other === undefined) return [`${place} is gone`]
    return schemaBreaks({ at: place, before: one.schema, after: other.schema }, 'sent', sides)
  })
  const optional = new Set(known.filter(({ required }) => !required).map(formatName))
  const all = new Set(known.map(formatName))
  const demanded = next.filter(
    (one) => one.required && (optional.has(formatName(one)) || !all.has(formatName(one))),
  )
  return [...kept, ...demanded.map((one) => `${at} ${formatName(one)} is required now`)]
}

const inBody = ({ at, before, after }: Both<Operation>, sides: Sides): Breaks => {
  if (before.requestBody === undefined) return after.requestBody ? [`${at} needs a body now`] : []
  const [had, has] = [before.requestBody.content, after.requestBody?.content ?? {}]
  return inContent({ at: `${at} body`, before: had, after: has }, 'sent', sides)
}

const inHeaders = ({ at, before, after }: Both<Response>, sides: Sides): Breaks => {
  const next = Object.fromEntries(
    Object.entries(after.headers).map(([name, header]) => [name, sides.after<Header>(header)]),
  )
  return Object.entries(before.headers).flatMap(([name, reference]) => {
    const isLost = sides.before<Header>(reference).required === true && next[name]?.required !== true
    return isLost ? [`${at} has ${name} no longer`] : []
  })
}

const inResponses = ({ at, before, after }: Both<Operation>, sides: Sides): Breaks =>
  Object.entries(before.responses).flatMap(([status, reference]) => {
    const [was, is] = [sides.before<Response>(reference), after.responses[status]]
    const place = `${at} ${status}`
    // A client loses nothing if a refusal disappears.
    if (is === undefined) return Number(status) < 400 ? [`${place} is answered no longer`] : []
    const response = sides.after<Response>(is)
    const content = { at: place, before: was.content ?? {}, after: response.content ?? {} }
    return [
      ...inHeaders({ at: place, before: was, after: response }, sides),
      ...inContent(content, 'told', sides),
    ]
  })

const listSchemes = ({ security }: Operation): readonly string[] =>
  security.map((requirement) => Object.keys(requirement).join() || 'no credential')

const inSecurity = ({ at, before, after }: Both<Operation>): Breaks =>
  listSchemes(before)
    .filter((scheme) => !listSchemes(after).includes(scheme))
    .map((scheme) => `${at} takes ${scheme} no longer`)

/** The changes that break a client of the earlier operation. */
export const operationBreaks = (both: Both<Operation>, sides: Sides): Breaks => {
  const { at, before, after } = both
  return [
    ...(before.operationId === after.operationId ? [] : [`${at} was ${before.operationId}`]),
    ...inParameters({ at, before: before.parameters, after: after.parameters }, sides),
    ...inBody(both, sides),
    ...inResponses(both, sides),
    ...inSecurity(both),
  ]
}
