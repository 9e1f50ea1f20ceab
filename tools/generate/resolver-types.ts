import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { builtInModel } from '@content-service/domain'
import { writeTypeDefs } from '@content-service/graphql-schema'
import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import * as resolvers from '@graphql-codegen/typescript-resolvers'
import { parse } from 'graphql'
import { format, resolveConfig } from 'prettier'

const RESOLVER_TYPES = fileURLToPath(
  new URL('../../libs/graphql-schema/src/contract/resolver-types.ts', import.meta.url),
)

/** Object types that are read by a plan: a resolver answers them with rows of the domain. */
const ROWS = [
  'User',
  'Article',
  'ArticleRevision',
  'Comment',
  'Post',
  'Product',
  'Category',
  'ApiKey',
  'AuditEntry',
  'OAuthClient',
  'Webhook',
  'WebhookDelivery',
]

const mappedTo = (domainType: string, types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, `@content-service/domain${domainType}`]))

const CONFIG = {
  contextType: '@content-service/domain#Context',
  mappers: {
    ...mappedTo('#Row', ROWS),
    // A list by cursor is counted when somebody asks.
    ...mappedTo('/internal/reading#Counting', ['Count']),
  },
  scalars: {
    ID: { input: 'string', output: 'string | number' },
    Date: { input: 'Date', output: 'string' },
    Decimal: 'string',
    Email: 'string',
    URL: 'string',
    JSON: 'unknown',
  },
  enumsAsTypes: true,
  immutableTypes: true,
  useTypeImports: true,
  disableDescriptions: true,
  noSchemaStitching: true,
  makeResolverTypeCallable: true,
  // A root field without a resolver does not compile.
  avoidOptionals: { field: true, resolvers: true, query: true, mutation: true, defaultValue: true },
}

/** A null that is written stands beside a default: the default is for what is absent. */
const withNullBesideDefault = (types: string): string =>
  types.replace('[P in K]-?: NonNullable<T[P]>', '[P in K]-?: T[P]')

/** The types of schema.graphql and of the resolvers that it asks for, as TypeScript. */
export const resolverTypes = async (): Promise<string> => {
  const types = await codegen({
    schema: parse(writeTypeDefs(builtInModel)),
    filename: RESOLVER_TYPES,
    documents: [],
    config: CONFIG,
    plugins: [{ typescript: {} }, { resolvers: {} }],
    pluginMap: { typescript, resolvers },
  })
  const source = `// Made from schema.graphql by \`npm run generate\`.\n${withNullBesideDefault(types)}`
  return format(source, { ...(await resolveConfig(RESOLVER_TYPES)), parser: 'typescript' })
}

export const writeResolverTypes = async (): Promise<void> => writeFile(RESOLVER_TYPES, await resolverTypes())

if (import.meta.main) await writeResolverTypes()
