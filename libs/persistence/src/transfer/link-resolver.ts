import type { ContentModel, RecordId, RecordType, UserId } from '@content-service/domain'
import { isLink, leadsToUser, listOwnLinks, type LinkField } from '@content-service/domain/model'
import { badValue } from '@content-service/domain/rules'
import type { Values } from './record-set.ts'
import type { References } from './references.ts'

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
   * left out (C14.2). @throws BAD_USER_INPUT for an unknown name.
   */
  async resolve(type: RecordType, given: Values): Promise<Values> {
    const resolved: [string, unknown][] = []
    for (const [name, value] of Object.entries(given)) {
      const field = type.fields[name]
      if (!field || !isLink(field)) resolved.push([name, value])
      else if (value === null) resolved.push([`${name}Id`, null])
      else if (field.to.name !== type.name)
        resolved.push([`${name}Id`, await this.#require(name, field, String(value))])
      else resolved.push([`${name}Id`, (await this.#find(field, String(value))) ?? undefined])
    }
    return Object.fromEntries(resolved)
  }

  /** The ids of the linked records of the same type. @throws BAD_USER_INPUT for an unknown name. */
  async resolveOwn(type: RecordType, given: Values): Promise<Values> {
    const resolved: [string, unknown][] = []
    for (const { name, attribute, field } of listOwnLinks(type)) {
      const value = given[name]
      if (typeof value === 'string') resolved.push([attribute, await this.#require(name, field, value)])
    }
    return Object.fromEntries(resolved)
  }

  async #require(member: string, field: LinkField, name: string): Promise<RecordId | UserId> {
    const id = await this.#find(field, name)
    if (id === null) throw badValue([member], `there is no ${field.to.word} ${JSON.stringify(name)}`)
    return id
  }

  #find(field: LinkField, name: string): Promise<RecordId | UserId | null> {
    if (leadsToUser(field)) return this.#references.user(name)
    return this.#references.findDeclared(this.#model.typeNamed(field.to.name), name)
  }
}
