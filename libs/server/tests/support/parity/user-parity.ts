import { CAST_PASSWORD } from '../cast.ts'
import type { BothStyles, Parity } from './both-styles.ts'
import type { Newcomers } from './newcomers.ts'

const NEXT_PASSWORD = 'nine loud lighthouses'
const CHANGE =
  'mutation ($current: String!, $next: String!) { changePassword(current: $current, next: $next) }'
const INVITE = 'mutation ($email: Email!, $name: String) { inviteUser(email: $email, name: $name) { id } }'

/** Accounts: created, invited, with a new password, and deleted. */
export const userParity = (
  { rest, graphql, send, mutate, put, look, create, isThere, unique }: BothStyles,
  { make, as }: Newcomers,
) => {
  const email = (username: string): string => `${username}@example.org`
  const shown = {
    inRest: async (id: string) => (await rest('GET', `/api/users/${id}`)).name,
    inGraphql: async (id: string) => (await look('user', id, 'name')).name,
  }
  const login = async (id: string): Promise<string> => (await look('user', id, 'username')).username
  return {
    createUser: {
      prepare: async () => unique('made'),
      byRest: (username) => create('/api/users', { email: email(username), name: 'Made' }),
      byGraphql: (username) =>
        put('createUser', { username, email: email(username), password: CAST_PASSWORD, name: 'Made' }),
      ...shown,
      expected: 'Made',
    },
    inviteUser: {
      prepare: async () => unique('invited'),
      byRest: (username) => create('/api/users/invitations', { email: email(username), name: 'Invited' }),
      byGraphql: async (username) =>
        (await graphql(INVITE, { email: email(username), name: 'Invited' })).inviteUser.id,
      ...shown,
      expected: 'Invited',
    },
    deleteUser: {
      prepare: make,
      byRest: (id) => send('DELETE', `/api/users/${id}`, id),
      byGraphql: (id) => mutate('deleteUser', id),
      inRest: (id) => isThere(`/api/users/${id}`),
      inGraphql: async (id) => (await look('user', id, 'id')) !== null,
      expected: false,
    },
    eraseUser: {
      prepare: make,
      byRest: (id) => send('POST', `/api/users/${id}/erasure`, id, {}),
      byGraphql: (id) => mutate('eraseUser', id),
      inRest: (id) => isThere(`/api/users/${id}`),
      inGraphql: async (id) => (await look('user', id, 'id')) !== null,
      expected: false,
    },
    changePassword: {
      prepare: make,
      byRest: (id) =>
        as(id).send('POST', '/api/me/password', id, { current: CAST_PASSWORD, next: NEXT_PASSWORD }),
      byGraphql: async (id) => {
        await as(id).graphql(CHANGE, { current: CAST_PASSWORD, next: NEXT_PASSWORD })
        return id
      },
      inRest: async (id) => as(id).signedIn('rest', await login(id), NEXT_PASSWORD),
      inGraphql: async (id) => as(id).signedIn('graphql', await login(id), NEXT_PASSWORD),
      expected: true,
    },
  } satisfies Readonly<Record<string, Parity>>
}
