export type { ApiKeyStore, MadeSecret, SecretMaker } from './api-key-store.ts'
export type { ApiKey } from './api-key.ts'
