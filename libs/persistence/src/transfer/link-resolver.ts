import {
  badUserInput,
  type ContentModel,
  type Problem,
  type RecordId,
  type RecordType,
  type UserId,
} from '@content-service/domain'
import {
  GONE,
  hasLinks,
  isLink,
  isMany,
  listLateLinks,
  type Field,
  type OutgoingLink,
} from '@content-service/domain/internal/model'
import { badValue } from '@content-service/domain/internal/rules'
import {
  fromLineParts,
  isLateLink,
  listLineLinks,
  type LineLink,
} from '@content-service/domain/internal/transfer'
import type { LaterLinks } from './check-line.ts'
import type { Values } from './record-set.ts'
import type { References } from './references.ts'

type Target = OutgoingLink['to']
type LinkedId = RecordId | UserId

/** The fields of a line whose parts have links that the second pass sets. */
const listLateParts = (type: RecordType, given: Values): readonly string[] => [
  ...new Set(
    listLineLinks(type, given)
      .filter(({ field }) => isLateLink(type, field))
      .map(({ path: [name] }) => String(name)),
  ),
]

/** Replaces the names of linked records in lines by the ids of the records. */
export class LinkResolver {
  readonly #references: References
  readonly #model: ContentModel

  constructor(references: References, model: ContentModel) {
    this.#references = references
    this.#model = model
  }

  /**
   * The values with the id of each linked record. A link to a record of the same type that no line has written yet is
   * left out (C14.2), and so is a link that closes a circle of types (C15.21). @throws BAD_USER_INPUT for an unknown name.
   */
  async resolve(type: RecordType, given: Values): Promise<Values> {
    const resolved: (readonly [string, unknown])[] = []
    // One after the other: the references keep what they find.
    for (const [name, value] of Object.entries(given))
      resolved.push(await this.#resolveMember(type, name, value))
    return Object.fromEntries(resolved)
  }

  async #resolveMember(type: RecordType, name: string, value: unknown): Promise<readonly [string, unknown]> {
    const field = type.fields[name]
    if (field && isMany(field)) return this.#resolveMany(type, name, value as readonly string[])
    if (field && !isLink(field) && hasLinks(field)) return [name, await this.#resolveParts(type, name, value)]
    if (!field || !isLink(field)) return [name, value]
    if (value === null) return [`${name}Id`, null]
    // The second pass sets the link.
    if (field.isLate) return [`${name}Id`, undefined]
    if (field.to.name !== type.name)
      return [`${name}Id`, await this.#require([name], field.to, String(value))]
    return [`${name}Id`, (await this.#find(field.to, String(value))) ?? undefined]
  }

  /**
   * The value of a field with parts. A link to a record that a later line can write is null until the second pass.
   * @throws BAD_USER_INPUT for unknown names.
   */
  async #resolveParts(type: RecordType, name: string, value: unknown): Promise<unknown> {
    const { found, problems } = await this.#findInParts(type, name, value, (link) => !isLateLink(type, link))
    if (problems.length > 0) throw badUserInput(problems)
    return found
  }

  /** `isRequired` says of a link whether an unknown name is a problem. */
  async #findInParts(
    type: RecordType,
    name: string,
    value: unknown,
    isRequired: (link: LineLink['field']) => boolean,
  ) {
    const field = type.fields[name] as Field
    const ids = new Map<string, LinkedId | null>()
    const problems: Problem[] = []
    let isWhole = true
    for (const link of listLineLinks({ fields: { [name]: field } }, { [name]: value })) {
      const { to } = link.field
      const id = await this.#find(to, link.name)
      ids.set(`${to.name} ${link.name}`, id)
      if (id !== null) continue
      isWhole = false
      if (isRequired(link.field))
        problems.push({ path: link.path, message: `there is no ${to.word} ${JSON.stringify(link.name)}` })
    }
    const convert = ({ field: { to, isOptional }, value: linked }: LineLink) =>
      ids.get(`${to.name} ${String(linked)}`) ?? (isOptional ? null : GONE)
    return { found: fromLineParts(name, field, value, convert), problems, isWhole }
  }

  /** The ids of the linked records of the same type, or of a later type in a circle. @throws BAD_USER_INPUT for an unknown name. */
  async resolveOwn(type: RecordType, given: Values): Promise<Values> {
    const resolved: [string, unknown][] = []
    for (const { name, attribute, to } of listLateLinks(type)) {
      const value = given[name]
      if (typeof value === 'string') resolved.push([attribute, await this.#require([name], to, value)])
      else if (Array.isArray(value)) resolved.push([attribute, await this.#requireAll(name, to, value)])
    }
    for (const name of listLateParts(type, given)) {
      const { found, problems } = await this.#findInParts(type, name, given[name], () => true)
      if (problems.length > 0) throw badUserInput(problems)
      resolved.push([name, found])
    }
    return Object.fromEntries(resolved)
  }

  /** C16.3: what the second pass will set, for the check of the type. `fields` are the resolved values of the first pass. */
  async foresee(type: RecordType, given: Values, fields: Values): Promise<LaterLinks> {
    const known: Record<string, unknown> = {}
    const waiting: string[] = []
    if (type.check === null) return { known, waiting }
    for (const { name, attribute, to } of listLateLinks(type)) {
      const value = given[name]
      if (Array.isArray(value)) {
        const ids = await this.#findAll(to, value)
        if (ids.includes(null)) waiting.push(attribute)
        else known[attribute] = ids
      } else if (typeof value === 'string' && fields[attribute] === undefined) waiting.push(attribute)
    }
    for (const name of listLateParts(type, given)) {
      const { isWhole } = await this.#findInParts(type, name, given[name], () => false)
      if (!isWhole) waiting.push(name)
    }
    return { known, waiting }
  }

  async #findAll(to: Target, names: readonly string[]): Promise<readonly (LinkedId | null)[]> {
    const ids: (LinkedId | null)[] = []
    for (const name of names) ids.push(await this.#find(to, name))
    return ids
  }

  async #resolveMany(
    type: RecordType,
    name: string,
    names: readonly string[],
  ): Promise<readonly [string, unknown]> {
    const link = type.manyLinks.find((each) => each.name === name)
    if (link === undefined) throw new Error(`${type.name} has no links ${name}`)
    const { attribute, field } = link
    // The second pass sets the links to records of the same type or of a later type.
    const isLate = field.isLate || field.toMany.name === type.name
    if (!isLate) return [attribute, await this.#requireAll(name, field.toMany, names)]
    return [attribute, undefined]
  }

  async #requireAll(member: string, to: Target, names: readonly string[]): Promise<readonly LinkedId[]> {
    const ids: LinkedId[] = []
    for (const [place, name] of names.entries()) {
      const id = await this.#require([member, place], to, name)
      if (ids.includes(id)) throw badValue([member, place], `is the same ${to.word} as another name`)
      ids.push(id)
    }
    return ids
  }

  async #require(path: readonly (string | number)[], to: Target, name: string): Promise<LinkedId> {
    const id = await this.#find(to, name)
    if (id === null) throw badValue(path, `there is no ${to.word} ${JSON.stringify(name)}`)
    return id
  }

  #find(to: Target, name: string): Promise<LinkedId | null> {
    return this.#references.findTarget(this.#model, to, name)
  }
}
