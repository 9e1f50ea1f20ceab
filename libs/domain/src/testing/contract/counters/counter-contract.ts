import { afterAll, beforeAll, describe } from 'vitest'
import { songModel } from '../../song-model.ts'
import type { OpenCounters } from './counter-world.ts'
import { declaredCounters } from './declared-counters.ts'
import { likeRules } from './like-rules.ts'
import { viewRules } from './view-rules.ts'

/** C4.6, C17.5: the likes and views of articles and of declared types, on every kind of stores. */
export const counterContract = (name: string, open: () => Promise<OpenCounters>): void => {
  describe(`C17.5 likes and views, in stores: ${name}`, () => {
    let opened: OpenCounters
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened.close())
    const read = (): OpenCounters => opened
    for (const type of ['Article', 'Song', 'Tape'])
      describe(type, () => {
        likeRules(read, songModel.typeNamed(type))
        viewRules(read, songModel.typeNamed(type))
      })
    describe('declared types alone', () => declaredCounters(read))
  })
}
