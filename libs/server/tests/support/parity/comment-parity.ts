import type { BothStyles, Parity } from './both-styles.ts'

export const commentParity = ({ rest, graphql, send, mutate, look, create }: BothStyles) => {
  const article = () => create('/api/articles', { title: 'Open', content: 'Text.', status: 'PUBLISHED' })
  const comment = async () => create(`/api/articles/${await article()}/comments`, { content: 'Well.' })
  const readArticleId = async (id: string): Promise<string> =>
    (await rest('GET', `/api/comments/${id}`)).article.id
  const commentsOn = async (id: string) => (await look('article', id, 'comments { id content }')).comments
  const content = {
    inRest: async (id: string) => (await rest('GET', `/api/comments/${id}`)).content,
    inGraphql: async (id: string) => {
      const comments = await commentsOn(await readArticleId(id))
      return comments.find((each: { readonly id: string }) => each.id === id)?.content
    },
  }
  return {
    createComment: {
      prepare: article,
      byRest: (on) => create(`/api/articles/${on}/comments`, { content: 'Well.' }),
      byGraphql: async (on) => {
        const document = 'mutation ($on: ID!) { createComment(articleId: $on, content: "Well.") { id } }'
        return (await graphql(document, { on })).createComment.id
      },
      ...content,
      expected: 'Well.',
    },
    updateComment: {
      prepare: comment,
      byRest: (id) => send('PATCH', `/api/comments/${id}`, id, { content: 'Better.' }),
      byGraphql: async (id) => {
        await graphql('mutation ($id: ID!) { updateComment(id: $id, content: "Better.") { id } }', { id })
        return id
      },
      ...content,
      expected: 'Better.',
    },
    deleteComment: {
      prepare: comment,
      byRest: async (id) => {
        const on = await readArticleId(id)
        return send('DELETE', `/api/comments/${id}`, on)
      },
      byGraphql: async (id) => {
        const on = await readArticleId(id)
        await mutate('deleteComment', id)
        return on
      },
      inRest: (on) => rest('GET', `/api/articles/${on}/comments`),
      inGraphql: commentsOn,
      expected: [],
    },
  } satisfies Readonly<Record<string, Parity>>
}
