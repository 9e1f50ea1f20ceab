import {
  ContentError,
  createUser,
  OPERATIONS,
  type Context,
  type Permission,
  type User,
  type UserId,
} from '@content-service/domain'
import { badValue, parseUserId } from '@content-service/domain/internal/rules'
import {
  bulkCreateUsers,
  planCurrentUser,
  profileList,
  profileRead,
  runOnProfile,
  searchUsers,
  toCaller,
  updatePreferences,
  updateSettings,
} from '@content-service/domain/internal/users'
import { isAnonymous, keepTime } from '@content-service/domain/internal/access'
import { readWritten, readWrittenRows, type RunOperation } from '@content-service/domain/internal/operations'
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql'
import { NO_RECORD, toErrorResult } from '../arguments/error-result.ts'
import { withPathPrefix, removeNulls } from '../arguments/input-errors.ts'
import { createReadField } from '../execution/read-field.ts'
import { createListField } from '../operations/list-resolver.ts'
import { createRecordField } from '../operations/operation-resolvers.ts'
import { createRunResolver, type Arguments } from '../operations/run-resolver.ts'
import { selectsFields } from '../reading/collected-fields.ts'
import { readSelection } from '../reading/plans.ts'
import { requireRow } from '../reading/require-row.ts'
import type { MutationResolvers, QueryResolvers } from '../contract/resolver-types.ts'

const show = (context: Context, id: UserId, info: GraphQLResolveInfo) =>
  requireRow(readWritten(context, 'users', id, readSelection('User', info)))

/**
 * C3.4: the response to a sign-up shows the new user as the user sees it, but does not sign in for the rest of the
 * document. A replay comes from the same address with the same input, and has no rights to compare (C12.16).
 */
const withOwnView = (context: Context, user: User): Context =>
  isAnonymous(context)
    ? { ...context, caller: keepTime(context.caller, toCaller(user)), response: undefined }
    : context

/** Changes a part of the own account, which is shown to a credential that may read the part (C12.16). */
const createPartResolver =
  <Part extends 'settings' | 'preferences', Input>(
    part: Part,
    update: (context: Context, input: Input) => Promise<User>,
  ) =>
  async (_: unknown, { input }: { readonly input: Input }, context: Context, info: GraphQLResolveInfo) => {
    const { id, [part]: changed } = await withPathPrefix(['input'], () => update(context, input))
    if (selectsFields(info)) await readWritten(context, 'users', id, { fields: [part] })
    return changed
  }

const profiles = createListField(profileList)

export const userQueries = {
  currentUser: createReadField({
    kind: 'first row',
    plan: async (context, _args, info) => planCurrentUser(context, readSelection('User', info)),
  }),
  user: createRecordField(profileRead),
  users: profiles,
  usersConnection: profiles,
  searchUsers: ((_, { keyword, filter }, context, info) =>
    searchUsers(
      context,
      { keyword, filter: removeNulls(filter ?? {}) },
      readSelection('User', info),
    )) satisfies QueryResolvers['searchUsers'],
}

const createSuccess = (user: User) => ({
  __typename: 'Success' as const,
  message: `Created the user ${user.username}.`,
  data: { id: String(user.id), username: user.username },
  ...NO_RECORD,
})

/** C5.2: problems that the caller can fix are part of the answer; only failures of the service are thrown. */
const toMutationError = (error: unknown) => {
  if (!(error instanceof ContentError) || error.status === 503) throw error
  return toErrorResult(error)
}

/** A resolver of an operation on users, whose profiles are public: see `runOnProfile`. */
const createProfileResolver = <Input>(
  operation: RunOperation<Input, unknown>,
  permission: Permission,
): GraphQLFieldResolver<unknown, Context, Arguments> =>
  createRunResolver({
    ...operation,
    run: (context, call) =>
      runOnProfile(context, { id: parseUserId(call.id), permission }, () => operation.run(context, call)),
  })

const updateProfile = createProfileResolver(OPERATIONS.updateUser, 'users:write')

const updateNamed: typeof updateProfile = (root, args, context, info) => {
  if (typeof args.id === 'string' && args.id !== args.input?.id)
    throw badValue(['input', 'id'], 'must equal the argument id')
  return updateProfile(root, args, context, info)
}

export const profileMutations = {
  updateUser: updateNamed,
  deleteUser: createProfileResolver(OPERATIONS.deleteUser, 'users:delete'),
  eraseUser: createProfileResolver(OPERATIONS.eraseUser, 'users:delete'),
}

export const userMutations = {
  createUser: async (_, { input }, context, info) => {
    const user = await withPathPrefix(['input'], () => createUser(context, removeNulls(input)))
    return show(withOwnView(context, user), user.id, info)
  },
  createUserOrError: (_, { input }, context) =>
    withPathPrefix(['input'], () => createUser(context, removeNulls(input))).then(
      createSuccess,
      toMutationError,
    ),
  bulkCreateUsers: async (_, { users }, context, info) => {
    const created = await withPathPrefix(['users'], () => bulkCreateUsers(context, users.map(removeNulls)))
    const ids = created.map(({ id }) => id)
    return readWrittenRows(context, 'users', ids, readSelection('User', info))
  },
  updateSettings: createPartResolver('settings', updateSettings),
  updatePreferences: createPartResolver('preferences', updatePreferences),
} satisfies Partial<MutationResolvers>
