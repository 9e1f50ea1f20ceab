import { describe, expect, it } from 'vitest'
import { aComment } from '../builders.ts'
import { type ContractWorld, NO_ARTICLE } from './contract-world.ts'

/** The contract of every store of comments. */
export const commentsContract = (world: ContractWorld): void => {
  describe('comments', () => {
    it('have the facts of their article', async () => {
      const article = await world.add('Commented')
      const comment = await world.stores.comments.add(
        aComment(world.stores, article, world.ada.id),
        () => undefined,
      )
      expect(comment).toMatchObject({
        articleId: article.id,
        'article.id': article.id,
        'article.ownerId': world.ada.id,
        'article.status': 'PUBLISHED',
      })
      expect(comment && (await world.stores.comments.get(comment.id))).toEqual(comment)
    })

    it('are not added if the decision refuses the article, or without an article', async () => {
      const article = await world.add('Closed')
      const refuse = (): never => {
        throw new Error('closed')
      }
      const comment = aComment(world.stores, article, world.ada.id)
      await expect(world.stores.comments.add(comment, refuse)).rejects.toThrow('closed')
      expect(await world.stores.comments.get(comment.id)).toBeNull()
      expect(
        await world.stores.comments.add({ ...comment, articleId: NO_ARTICLE }, () => undefined),
      ).toBeNull()
    })

    it('can be changed and removed once', async () => {
      const article = await world.add('Discussed')
      const { id } = aComment(world.stores, article, world.ada.id)
      await world.stores.comments.add(
        { ...aComment(world.stores, article, world.ada.id), id },
        () => undefined,
      )
      await world.stores.comments.change(id, (current) => ({ ...current, content: 'Edited.', version: 2 }))
      expect(await world.stores.comments.get(id)).toMatchObject({ content: 'Edited.', version: 2 })
      expect([
        await world.stores.comments.remove(id, () => undefined),
        await world.stores.comments.remove(id, () => undefined),
      ]).toEqual([true, false])
    })
  })
}
