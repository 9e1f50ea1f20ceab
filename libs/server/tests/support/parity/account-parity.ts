import { pick, type BothStyles, type Parity } from './both-styles.ts'

const ACCOUNT = { name: 'Ada L.', age: 36, profile: { bio: 'Counts.', location: 'London' } }
const BEFORE = { name: 'Ada', age: null, profile: { bio: null, location: null } }
const SETTINGS = { locale: 'de', theme: 'DARK' }
const NO_SETTINGS = { locale: 'en', theme: 'SYSTEM' }
const PREFERENCES = { newsletter: true, commentNotifications: false }
const NO_PREFERENCES = { newsletter: false, commentNotifications: true }

/** Operations on the own account, and on the users whom the caller follows. */
export const accountParity = ({ rest, graphql, send, mutate, put, look, create, unique }: BothStyles) => {
  const before = async (below: string, values: object): Promise<string> => {
    await rest('PATCH', `/api/me${below}`, values)
    return (await rest('GET', '/api/me')).id
  }
  const author = async () => {
    const email = `${unique('author')}@example.org`
    const authorId = await create('/api/users', { email })
    await create('/api/articles', { title: 'Out', content: 'Text.', status: 'PUBLISHED', authorId })
    return authorId
  }
  const followAuthor = async () => {
    const id = await author()
    return send('PUT', `/api/me/following/${id}`, id)
  }
  const followers = async (id: string): Promise<number> =>
    (await look('user', id, 'followers { id }')).followers.length
  const current = async (fields: string) => (await graphql(`{ currentUser { ${fields} } }`)).currentUser
  const set = async (operation: string, input: object, id: string): Promise<string> => {
    const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`
    await graphql(`mutation ($input: ${type}!) { ${operation}(input: $input) { __typename } }`, { input })
    return id
  }
  return {
    updateUser: {
      prepare: () => before('', BEFORE),
      byRest: (id) => send('PATCH', '/api/me', id, ACCOUNT),
      byGraphql: (id) => put('updateUser', { ...ACCOUNT, id }),
      inRest: async () => {
        const { name, age, profile } = await rest('GET', '/api/me')
        return { name, age, profile: pick(profile, ['bio', 'location']) }
      },
      inGraphql: () => current('name age profile { bio location }'),
      expected: ACCOUNT,
    },
    updateSettings: {
      prepare: () => before('/settings', NO_SETTINGS),
      byRest: (id) => send('PATCH', '/api/me/settings', id, SETTINGS),
      byGraphql: (id) => set('updateSettings', SETTINGS, id),
      inRest: async () => pick(await rest('GET', '/api/me/settings'), Object.keys(SETTINGS)),
      inGraphql: async () => (await current('settings { locale theme }')).settings,
      expected: SETTINGS,
    },
    updatePreferences: {
      prepare: () => before('/preferences', NO_PREFERENCES),
      byRest: (id) => send('PATCH', '/api/me/preferences', id, PREFERENCES),
      byGraphql: (id) => set('updatePreferences', PREFERENCES, id),
      inRest: async () => pick(await rest('GET', '/api/me/preferences'), Object.keys(PREFERENCES)),
      inGraphql: async () => (await current('preferences { newsletter commentNotifications }')).preferences,
      expected: PREFERENCES,
    },
    followUser: {
      prepare: author,
      byRest: (id) => send('PUT', `/api/me/following/${id}`, id),
      byGraphql: (id) => mutate('followUser', id, '{ id }'),
      inRest: followers,
      inGraphql: followers,
      expected: 1,
    },
    exportMyData: {
      prepare: async () => 'nothing',
      byRest: (id) => send('POST', '/api/me/export', id),
      byGraphql: async (id) => {
        await graphql('mutation { exportMyData { id } }')
        return id
      },
      inRest: async () => (await rest('GET', '/api/me/export')).readyAt !== undefined,
      inGraphql: async () => (await graphql('{ dataExport { readyAt } }')).dataExport.readyAt !== undefined,
      expected: true,
    },
    unfollowUser: {
      prepare: followAuthor,
      byRest: (id) => send('DELETE', `/api/me/following/${id}`, id),
      byGraphql: (id) => mutate('unfollowUser', id, '{ id }'),
      inRest: followers,
      inGraphql: followers,
      expected: 0,
    },
  } satisfies Readonly<Record<string, Parity>>
}
