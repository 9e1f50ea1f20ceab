import {
  Article,
  Comment as BuiltInComment,
  contentModel,
  defaultPolicyFile,
  extendType,
  field,
  readPolicy,
} from '@content-service/domain'
import { Migration } from '@content-service/persistence'
import type { ServiceOptions } from '@content-service/server'

/** Conduit names comments by numbers. */
export const Comment = extendType(BuiltInComment, {
  fields: { number: field.integer(1, 2_147_483_647, { about: 'The number in addresses.', optional: true }) },
})

const model = contentModel([Article, Comment])

/** Everybody who signs up writes, publishes and deletes articles of their own. */
const { resources, roles } = defaultPolicyFile(model)
const reader = {
  ...roles['READER'],
  rules: [
    ...(roles['READER']?.rules ?? []),
    ...(roles['AUTHOR']?.rules ?? []),
    {
      effect: 'allow',
      permissions: ['articles:publish', 'articles:delete'],
      when: { op: 'eq', attribute: 'ownerId', value: { subject: 'id' } },
    },
  ],
}
const { policy } = readPolicy(model, JSON.stringify({ resources, roles: { ...roles, READER: reader } }))

class AddConduit extends Migration {
  override name = '2026-11-24-conduit'

  override up(): void {
    this.addSql('alter table "comments" add column "number" integer')
    this.addSql('create index comments_number on "comments" ("article_id", "number")')
  }
}

/** Conduit asks for 8 to 64 characters, and nothing else. */
const passwordRule = (password: string): string | null =>
  password.length < 8 || password.length > 64 ? 'must have 8 to 64 characters' : null

export const content: ServiceOptions = {
  model,
  policy,
  migrations: [AddConduit],
  passwordRule,
  confirmsEmail: false,
}
