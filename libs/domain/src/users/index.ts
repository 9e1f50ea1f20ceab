export { GHOST } from './ghost.ts'
export { findHighestRole, toCaller } from '../access/held-roles.ts'
export { runOnProfile } from './run-on-profile.ts'
export { updatePreferences, updateSettings } from './settings/settings-operations.ts'
export { PREFERENCES, SETTINGS } from './settings/settings.ts'
export { bulkCreateUsers } from './sign-up/account-creation.ts'
export { createUserRecord } from './user-operations.ts'
export {
  planCurrentUser,
  profileList,
  profileRead,
  readOwnAccount,
  userRecordList,
  userRecordRead,
} from './user-reading.ts'
export { searchUsers } from './user-search.ts'
export type { PasswordHasher, UserFacts, UserStore } from './user-store.ts'
export { username } from './user-texts.ts'
export { putUser, type UserUpdate } from './user-updates.ts'
export {
  computeTokensValidFrom,
  keepLastAdministrator,
  type NewUser,
  newUser,
  newUserRules,
  USER_STATUSES,
  userChangeRules,
  type UserRow,
} from './user.ts'
