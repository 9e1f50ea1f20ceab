import { describe, expect, test } from 'vitest'
import { Article } from '../../articles/article.ts'
import type { RecordId } from '../../model/fields/field.ts'
import type { RecordStores } from '../../model/types/record-store.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { Song } from '../../testing/song-model.ts'
import { ViewCounter } from './view-counter.ts'

const [FIRST, SECOND] = ['first', 'second'] as [RecordId, RecordId]

type Written = [string, [RecordId, number][]]

/** Stores that note the written views, and fail for one type. */
const createStores = (written: Written[], failing?: RecordType) => ({
  records: ((type: RecordType) => ({
    addViews: async (counts: ReadonlyMap<RecordId, number>) => {
      if (type === failing) throw new Error('the database is away')
      written.push([type.name, [...counts]])
    },
    // The counter uses nothing else.
  })) as unknown as RecordStores,
})

describe('C4.6, C17.5 views wait to be written', () => {
  test('are written together for each type, each once', async () => {
    const written: Written[] = []
    const counter = new ViewCounter()
    for (const id of [FIRST, SECOND, FIRST]) counter.count(id, Article)
    counter.count(FIRST, Song)
    await counter.flush(createStores(written))
    await counter.flush(createStores(written))
    expect(written).toEqual([
      [
        'Article',
        [
          [FIRST, 2],
          [SECOND, 1],
        ],
      ],
      ['Song', [[FIRST, 1]]],
    ])
  })

  test('after a failed write, views of its type wait together with later views', async () => {
    const written: Written[] = []
    const counter = new ViewCounter()
    counter.count(FIRST, Article)
    counter.count(FIRST, Song)
    const failing = counter.flush(createStores(written, Article))
    counter.count(FIRST, Article)
    await expect(failing).rejects.toThrow('away')
    expect(written.splice(0)).toEqual([['Song', [[FIRST, 1]]]])
    await counter.flush(createStores(written))
    expect(written).toEqual([['Article', [[FIRST, 2]]]])
  })
})
