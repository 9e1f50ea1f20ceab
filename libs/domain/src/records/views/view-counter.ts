import type { Stores } from '../../context/context.ts'
import type { RecordId } from '../../model/fields/field.ts'
import type { RecordType } from '../../model/types/record-type.ts'

type Counts = ReadonlyMap<RecordId, number>

/**
 * Views wait here until `flush` writes them, at least every second and at shutdown: a crash loses only the counts of
 * the last second (C4.6).
 */
export class ViewCounter {
  #waiting = new Map<RecordType, Map<RecordId, number>>()

  count(id: RecordId, of: RecordType): void {
    this.#add(of, new Map([[id, 1]]))
  }

  /** Writes the waiting views, each type in a transaction of its own. After a failed write the views wait for the next flush. */
  async flush(stores: Pick<Stores, 'records'>): Promise<void> {
    const counts = this.#waiting
    this.#waiting = new Map()
    const failed: unknown[] = []
    for (const [type, views] of counts)
      try {
        await stores.records(type).addViews(views)
      } catch (error) {
        failed.push(error)
        this.#add(type, views)
      }
    if (failed.length > 0) throw failed[0]
  }

  #add(type: RecordType, counts: Counts): void {
    const known = this.#waiting.get(type) ?? new Map<RecordId, number>()
    for (const [id, count] of counts) known.set(id, (known.get(id) ?? 0) + count)
    this.#waiting.set(type, known)
  }
}
