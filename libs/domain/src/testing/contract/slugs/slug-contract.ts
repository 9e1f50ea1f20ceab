import { afterAll, beforeAll, describe } from 'vitest'
import { pamphletModel } from '../../pamphlet-model.ts'
import { plainSlugs } from './plain-slugs.ts'
import { slugRules } from './slug-rules.ts'
import type { OpenSlugs } from './slug-world.ts'

/** C17.7: the slugs of articles and of declared types, on every kind of stores. */
export const slugContract = (name: string, open: () => Promise<OpenSlugs>): void => {
  describe(`C17.7 slugs, in stores: ${name}`, () => {
    let opened: OpenSlugs
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened.close())
    for (const type of ['Article', 'Pamphlet'])
      describe(type, () => slugRules(() => opened, pamphletModel.typeNamed(type)))
    describe('a type without states', () => plainSlugs(() => opened))
  })
}
