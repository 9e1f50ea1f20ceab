export { openDatabase, type Database, type DatabaseHooks, type DatabaseTarget } from './orm.ts'
export { openEmbedded } from './embedded.ts'
export { createStores } from './stores.ts'
export { SqlCredentialStore } from './users/credential-store.ts'
