import { pick, type BothStyles, type Parity } from './both-styles.ts'

/** Publication times are far in the future, so that no job publishes during the test. */
const LATER = '2999-01-01T00:00:00.000Z'
const TEXT = { title: 'New', content: '# Text', tags: ['a'], status: 'REVIEW' }

const readTitle = ({ title }: { readonly title: string }): string => title

export const articleParity = ({ rest, graphql, send, mutate, put, look, create }: BothStyles) => {
  const article = (status: string) => create('/api/articles', { title: 'First', content: 'Text.', status })
  const draft = () => article('DRAFT')
  const createPublished = () => article('PUBLISHED')
  const reviseDraft = async () => {
    const id = await draft()
    return send('PATCH', `/api/articles/${id}`, id, { title: 'Second', content: 'More.' })
  }
  const planDraft = async () => {
    const id = await draft()
    return send('PUT', `/api/articles/${id}/schedule`, id, { publishAt: LATER })
  }
  const likePublished = async () => {
    const id = await createPublished()
    return send('PUT', `/api/articles/${id}/like`, id)
  }
  const lastRevision = async (id: string): Promise<string> =>
    (await look('article', id, 'revisions { id }')).revisions[0].id
  const member = (name: string) => ({
    inRest: async (id: string) => (await rest('GET', `/api/articles/${id}`))[name],
    inGraphql: async (id: string) => (await look('article', id, name))[name],
  })
  const text = {
    inRest: async (id: string) => pick(await rest('GET', `/api/articles/${id}`), Object.keys(TEXT)),
    inGraphql: (id: string) => look('article', id, Object.keys(TEXT).join(' ')),
  }
  const likes = {
    inRest: async (id: string) => (await rest('GET', `/api/articles/${id}/stats`)).likes,
    inGraphql: async (id: string) => (await look('article', id, 'likes')).likes,
  }
  const history = {
    inRest: async (id: string) => {
      const revisions = await rest('GET', `/api/articles/${id}/revisions`)
      return [(await rest('GET', `/api/articles/${id}`)).title, revisions.map(readTitle)]
    },
    inGraphql: async (id: string) => {
      const { title, revisions } = await look('article', id, 'title revisions { title }')
      return [title, revisions.map(readTitle)]
    },
  }
  const SAVE = 'mutation ($id: ID!) { saveArticleDraft(id: $id, input: { title: "Planned" }) { id } }'
  const saveDraft = async (id: string) => {
    await graphql(SAVE, { id })
    return id
  }
  const prepareDraft = async () => saveDraft(await draft())
  const planned = {
    inRest: async (id: string) => readTitle(await rest('GET', `/api/articles/${id}/draft`)),
    inGraphql: async (id: string) => readTitle((await look('article', id, 'draft { title }')).draft),
  }
  /** A record without a draft has no action that discards it. */
  const canDiscard = {
    inRest: async (id: string) => (await rest('GET', `/api/articles/${id}/actions`)).includes('discardDraft'),
    inGraphql: async (id: string) =>
      (await look('article', id, 'availableActions')).availableActions.includes('discardDraft'),
  }
  const schedule = async (id: string) => {
    const document = 'mutation ($id: ID!, $at: String!) { scheduleArticle(id: $id, publishAt: $at) { id } }'
    await graphql(document, { id, at: LATER })
    return id
  }
  const BULK =
    'mutation ($ids: [ID!]!) { bulkAction(type: ARTICLE, ids: $ids, action: "status:ARCHIVED") { __typename } }'
  const archiveAll = async (id: string) => {
    await graphql(BULK, { ids: [id] })
    return id
  }
  return {
    bulkAction: {
      prepare: createPublished,
      byRest: (id) => send('POST', '/api/articles/actions', id, { ids: [id], action: 'status:ARCHIVED' }),
      byGraphql: archiveAll,
      ...member('status'),
      expected: 'ARCHIVED',
    },
    createArticle: {
      prepare: async () => (await rest('GET', '/api/me')).id,
      byRest: () => create('/api/articles', TEXT),
      byGraphql: (authorId) => put('createArticle', { ...TEXT, authorId }),
      ...text,
      expected: TEXT,
    },
    updateArticle: {
      prepare: draft,
      byRest: (id) => send('PATCH', `/api/articles/${id}`, id, TEXT),
      byGraphql: (id) => put('updateArticle', { ...TEXT, id }),
      ...text,
      expected: TEXT,
    },
    deleteArticle: {
      prepare: draft,
      byRest: (id) => send('DELETE', `/api/articles/${id}`, id),
      byGraphql: (id) => mutate('deleteArticle', id),
      ...member('status'),
      expected: 'DELETED',
    },
    likeArticle: {
      prepare: createPublished,
      byRest: (id) => send('PUT', `/api/articles/${id}/like`, id),
      byGraphql: (id) => mutate('likeArticle', id, '{ id }'),
      ...likes,
      expected: 1,
    },
    unlikeArticle: {
      prepare: likePublished,
      byRest: (id) => send('DELETE', `/api/articles/${id}/like`, id),
      byGraphql: (id) => mutate('unlikeArticle', id, '{ id }'),
      ...likes,
      expected: 0,
    },
    scheduleArticle: {
      prepare: draft,
      byRest: (id) => send('PUT', `/api/articles/${id}/schedule`, id, { publishAt: LATER }),
      byGraphql: schedule,
      ...member('scheduledFor'),
      expected: LATER,
    },
    unscheduleArticle: {
      prepare: planDraft,
      byRest: (id) => send('DELETE', `/api/articles/${id}/schedule`, id),
      byGraphql: (id) => mutate('unscheduleArticle', id, '{ id }'),
      ...member('scheduledFor'),
      expected: null,
    },
    restoreRevision: {
      prepare: reviseDraft,
      byRest: async (id) =>
        send('POST', `/api/articles/${id}/revisions/${await lastRevision(id)}/restoration`, id),
      byGraphql: async (id) => {
        await mutate('restoreRevision', await lastRevision(id), '{ id }')
        return id
      },
      ...history,
      expected: ['First', ['Second', 'First']],
    },
    saveArticleDraft: {
      prepare: draft,
      byRest: (id) => send('PATCH', `/api/articles/${id}/draft`, id, { title: 'Planned' }),
      byGraphql: saveDraft,
      ...planned,
      expected: 'Planned',
    },
    applyArticleDraft: {
      prepare: prepareDraft,
      byRest: (id) => send('POST', `/api/articles/${id}/draft/application`, id),
      byGraphql: (id) => mutate('applyArticleDraft', id, '{ id }'),
      ...member('title'),
      expected: 'Planned',
    },
    discardArticleDraft: {
      prepare: prepareDraft,
      byRest: (id) => send('DELETE', `/api/articles/${id}/draft`, id),
      byGraphql: (id) => mutate('discardArticleDraft', id, '{ id }'),
      ...canDiscard,
      expected: false,
    },
  } satisfies Readonly<Record<string, Parity>>
}
