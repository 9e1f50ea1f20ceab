/** The drivers whose rows `rowDecoder` knows. */
export type Driver = 'node-postgres' | 'postgres.js' | 'better-sqlite3' | 'node:sqlite' | 'mysql2' | 'prisma'
