import type { ContentModel, RecordType } from '@content-service/domain'
import { listLateLinks } from '@content-service/domain/internal/model'
import {
  isLateLink,
  listLineLinks,
  type ContentRecord,
  type RecordOutcome,
} from '@content-service/domain/internal/transfer'
import type { FileLine } from './lines.ts'

/** A line with its record. */
interface ParsedRecord {
  readonly line: FileLine
  readonly record: ContentRecord
}

/** The lines whose records link to records that can be on later lines: of their own type (C14.2), or in a circle (C15.21). */
export class OwnLinkLines {
  isUsed = false
  readonly #types: ReadonlyMap<string, RecordType>
  readonly #members: ReadonlyMap<string, readonly string[]>
  /** The numbers of the lines that the first pass has refused. */
  readonly #refused = new Set<number>()

  constructor({ types }: ContentModel) {
    this.#types = new Map(types.map((type) => [type.word, type]))
    this.#members = new Map(types.map((type) => [type.word, listLateLinks(type).map(({ name }) => name)]))
  }

  /** Notes a line of the first pass. */
  note({ line, record }: ParsedRecord, { kind }: RecordOutcome): void {
    if (!this.#hasLink(record)) return
    if (kind === 'refused') this.#refused.add(line.number)
    else this.isUsed = true
  }

  /** The lines of the second pass. */
  async *choose<Parsed extends { readonly line: FileLine }>(
    batches: AsyncIterable<readonly Parsed[]>,
  ): AsyncGenerator<readonly Parsed[]> {
    for await (const batch of batches)
      yield batch.filter(
        (each) =>
          'record' in each &&
          !this.#refused.has(each.line.number) &&
          this.#hasLink(each.record as ContentRecord),
      )
  }

  #hasLateInParts(record: ContentRecord): boolean {
    const type = this.#types.get(record.type)
    // A line is an object of JSON.
    const line = record as Readonly<Record<string, unknown>>
    return type !== undefined && listLineLinks(type, line).some(({ field }) => isLateLink(type, field))
  }

  #hasLink(record: ContentRecord): boolean {
    const values = record as Readonly<Record<string, unknown>>
    const members = this.#members.get(record.type) ?? []
    const isLate = (name: string): boolean => typeof values[name] === 'string' || Array.isArray(values[name])
    return members.some(isLate) || this.#hasLateInParts(record)
  }
}
