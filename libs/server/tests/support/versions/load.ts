import type { ContentModel, RecordType } from '@content-service/domain'
import { isLink, isMany, isOwner } from '@content-service/domain/internal/model'
import { KINDS, type Kind, type Version } from './kinds.ts'

/** A service of one version under load. */
export interface Served {
  readonly url: string
  readonly side: 'before' | 'after'
  readonly model: ContentModel
  readonly authorization: string
}

/** A venue to which a meetup links. */
interface LinkedVenue {
  readonly id: string
  /** The table and the id of the meetup. */
  readonly key: string
  readonly side: Served['side']
}

/** What a client knows of the records that the services have acknowledged. */
export class Load {
  /** The title of each record, by its table and id. */
  readonly acknowledged = new Map<string, string>()
  /** Each response that nobody should get. */
  readonly failures: string[] = []
  #venues: readonly LinkedVenue[] = []
  #number = 0
  readonly #turns = new Map<string, number>()

  /** A round of requests for each kind of change, at the same time. */
  async run(served: Served, rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round += 1)
      await Promise.all(KINDS.map((kind) => this.#runKind(served, kind)))
  }

  async #runKind(served: Served, kind: Kind): Promise<void> {
    const version = kind[served.side]
    if (version === null) return
    const type = served.model.typeNamed(kind.name)
    await this.list(served, type)
    await this.#write(served, type, version)
  }

  /** Lists the records over both interfaces, with all fields. */
  async list(served: Served, type: RecordType): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const { plural, names } = type
    await this.#rest(served, 'GET', `/api/${names.path}?limit=100`)
    const selected = Object.entries(type.shown).map(([name, field]) =>
      isOwner(field) || isLink(field) || isMany(field) ? `${name} { id }` : name,
    )
    const query = `{ ${names.list}(limit: 100) { id version availableActions ${selected.join(' ')} } }`
    const { body } = await this.#rest(served, 'POST', '/graphql', { query })
    const told = body as {
      readonly data?: Record<string, readonly Record<string, unknown>[]>
      errors?: unknown
    }
    if (told.errors !== undefined)
      this.failures.push(`${served.side} ${plural}: ${JSON.stringify(told.errors)}`)
    return told.data?.[names.list] ?? []
  }

  async #write(served: Served, type: RecordType, version: Version): Promise<void> {
    const path = `/api/${type.names.path}`
    const [title, venue] = [`Meetup ${(this.#number += 1)}`, await this.#addVenue(served, version)]
    const linked =
      venue === null || !version.link ? {} : { [version.link]: version.link === 'venueId' ? venue : [venue] }
    const startsAt = '2033-02-01T18:00:00Z'
    const { body, status } = await this.#rest(served, 'POST', path, {
      title,
      startsAt,
      tags: ['a'],
      ...version.given,
      ...linked,
    })
    const { id } = body as { readonly id?: string }
    if (status !== 201 || id === undefined) return
    const key = `${type.plural} ${id}`
    this.acknowledged.set(key, title)
    const changed = await this.#rest(served, 'PATCH', `${path}/${id}`, { title: `${title}, changed` })
    if (changed.status === 200) this.acknowledged.set(key, `${title}, changed`)
    await this.#rest(served, 'POST', `${path}/${id}/move`)
    if (venue !== null) this.#venues = [...this.#venues, { id: venue, key, side: served.side }]
    const turn = this.#takeTurn(served, type)
    if (turn % 2 === 0) await this.#removeVenue(served, type.plural, version)
    if (turn % 3 !== 1) return
    const { status: removed } = await this.#rest(served, 'DELETE', `${path}/${id}`)
    if (removed === 204) this.acknowledged.delete(key)
  }

  /** The number of a write of one kind in one version. */
  #takeTurn({ side }: Served, { plural }: RecordType): number {
    const turn = (this.#turns.get(`${side} ${plural}`) ?? 0) + 1
    this.#turns.set(`${side} ${plural}`, turn)
    return turn
  }

  /** Removes a venue of a meetup of this kind, which clients of the other version have written if there is one. */
  async #removeVenue(served: Served, plural: string, { isCascade }: Version): Promise<void> {
    const ofKind = this.#venues.filter(({ key }) => key.startsWith(`${plural} `))
    const venue = ofKind.find(({ side }) => side !== served.side) ?? ofKind[0]
    if (venue === undefined) return
    this.#venues = this.#venues.filter((each) => each !== venue)
    const { status } = await this.#rest(served, 'DELETE', `/api/venues/${venue.id}`)
    if (status === 204 && isCascade) this.acknowledged.delete(venue.key)
  }

  async #addVenue(served: Served, { link }: Version): Promise<string | null> {
    if (link === undefined) return null
    const { body } = await this.#rest(served, 'POST', '/api/venues', { name: `Venue ${this.#number}` })
    return (body as { readonly id?: string }).id ?? null
  }

  async #rest(
    { url, side, authorization }: Served,
    method: string,
    path: string,
    body?: object,
  ): Promise<{ readonly status: number; readonly body: unknown }> {
    const headers = { authorization, 'content-type': 'application/json' }
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await response.text()
    if (response.status >= 500 || text.includes('INTERNAL_SERVER_ERROR') || response.status === 400)
      this.failures.push(`${side} ${method} ${path}: ${response.status} ${text}`)
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
}
