import { where } from '@content-service/authz'
import * as domain from '@content-service/domain'
import type { Route, Routes } from './http.ts'

const user = where<{ id: number; username: string; deleted: boolean }>()

const ONE = { limit: 1, offset: 0 }

/** The caller among the users of a relation: whether they follow the author, or like the article. */
export const selectCaller = ({ caller }: domain.Context, relation: string): domain.RelatedSelection => ({
  as: relation,
  relation,
  select: { fields: ['id'] },
  where: user.id.eq(caller.id ?? 0),
  orderBy: [{ by: 'id', direction: 'ASC' }],
  window: ONE,
})

export const hasCaller = (row: domain.Row, relation: string): boolean =>
  (row[relation] as readonly domain.Row[]).length > 0

/** The selection of a profile, for articles and comments. */
export const selectProfile = (context: domain.Context) => ({
  fields: ['id', 'username', 'profile'],
  related: [selectCaller(context, 'followers')],
})

export const showProfile = (row: domain.Row) => {
  const { bio, avatar } = row['profile'] as { readonly bio: string | null; readonly avatar: string | null }
  return { username: row['username'], bio, image: avatar, following: hasCaller(row, 'followers') }
}

/** In Conduit, all profiles are public. */
export const findProfile = async (
  context: domain.Context,
  name: unknown,
): Promise<domain.Row | undefined> => {
  const where = domain.allOf(user.username.eq(String(name)), user.deleted.eq(false))
  const query = { from: 'users', where, orderBy: [], window: ONE, select: selectProfile(context) }
  return (await context.stores.reader.find(query))[0]
}

/** Answers with a profile after a change. */
const answer =
  (run: (context: domain.Context, id: domain.UserId) => Promise<unknown>): Route['run'] =>
  async (context, { params: { username } }) => {
    const found = await findProfile(context, username)
    if (!found) throw domain.notFound('profile')
    await run(context, found['id'] as domain.UserId)
    return { profile: showProfile((await findProfile(context, username)) ?? found) }
  }

const follow = (context: domain.Context, id: domain.UserId) =>
  context.stores.users.follow(domain.requireUser(context), id, context.now())

export const profileRoutes: Routes = {
  'get /profiles/:username': { about: 'profile', isPublic: true, run: answer(async () => undefined) },
  'post /profiles/:username/follow': { about: 'profile', run: answer(follow) },
  'delete /profiles/:username/follow': { about: 'profile', run: answer(domain.unfollowUser) },
}
