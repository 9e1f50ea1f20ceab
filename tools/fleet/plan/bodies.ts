import type { RecordType } from '@content-service/domain'
import { isLink, isMany, isState, type Field, type LinkField } from '@content-service/domain/internal/model'
import fc, { type GeneratorValue } from 'fast-check'
import { choose } from '../../../libs/persistence/src/testing/generated-models.ts'
import { generateValue, type ChooseLink } from '../../../libs/persistence/src/testing/generated-values.ts'
import { createUniqueValue } from './unique-values.ts'

export type Body = Readonly<Record<string, unknown>>

/** The names of the records of each type, by its plural. Each store has ids of its own for them. */
export type Names = ReadonlyMap<string, readonly string[]>

/** What a body is made of: the records that are there, and the number of the record among all. */
export interface BodySource {
  readonly names: Names
  readonly serial: number
}

const MOST_LINKS = 3

const chooseLinks = (g: GeneratorValue, known: readonly string[]): readonly string[] =>
  known.length === 0
    ? []
    : [...new Set(Array.from({ length: g(fc.nat, MOST_LINKS) }, () => choose(g, known)))]

const chooseName = (g: GeneratorValue, { to, isOptional }: LinkField, names: Names): string | null => {
  const known = names.get(to.plural) ?? []
  return known.length === 0 || (isOptional && g(fc.nat, 2) === 0) ? null : choose(g, known)
}

const generateInput = (g: GeneratorValue, field: Field, { names, serial }: BodySource): unknown => {
  if (isMany(field)) return chooseLinks(g, names.get(field.toMany.plural) ?? [])
  if (field.isUnique) return createUniqueValue(field, serial)
  const link: ChooseLink = (_, each) => chooseName(g, each, names)
  return generateValue(g, field, link)
}

/** C17.1: a new record can have some of the states alone. */
const chooseInitial = (g: GeneratorValue, field: Field): string | null =>
  isState(field) && field.workflow ? choose(g, Object.keys(field.workflow.initial)) : null

/** Every fourth value that a client can leave out is left out. */
const isLeftOut = (g: GeneratorValue, field: Field): boolean =>
  (field.isOptional || field.initial !== null) && g(fc.nat, 3) === 0

/** Few different labels, so that orders have ties, and a part of them that a check wants to keep. */
const generateLabel = (g: GeneratorValue, label: unknown): string =>
  `${choose(g, ['', '', 'Kept '])}${String(label)}`

/** The check wants them in their order. */
const orderNumbers = ({ low = 0, high = null, ...body }: Body): Body => ({
  ...body,
  low,
  high: high === null ? null : Math.max(Number(low), Number(high)),
})

/** A body that the service takes for a new record. */
export const generateBody = (g: GeneratorValue, type: RecordType, source: BodySource): Body => {
  const given = Object.entries(type.inputs).flatMap(([name, field]) =>
    isLeftOut(g, field) ? [] : [[name, chooseInitial(g, field) ?? generateInput(g, field, source)] as const],
  )
  const body = orderNumbers(Object.fromEntries(given))
  return { ...body, label: generateLabel(g, body['label']) }
}

/** A body with up to three members, which the service takes for a change unless a check refuses it. */
export const generateChange = (g: GeneratorValue, type: RecordType, source: BodySource): Body => {
  const changed = Object.entries(type.inputs).filter(([, field]) => !isLink(field) || field.isOptional)
  const chosen = Array.from({ length: 1 + g(fc.nat, 2) }, () => choose(g, changed))
  return Object.fromEntries(chosen.map(([name, field]) => [name, generateInput(g, field, source)]))
}
