import { pack, unpack } from '../../src/pack/index.ts'
import { toSql } from '../../src/sql/index.ts'
import { article, blogPolicy, user } from './blog.ts'

/** Uses a part of each module. A test runs it in a runtime without Node's globals. */
const policy = blogPolicy()
const author = user(7, 'AUTHOR')
const ability = unpack(pack(policy, author))

export const answer = [
  policy.can(author, 'articles:write', article()),
  policy.can(author, 'articles:write', article({ ownerId: 8 })),
  ability.can('articles:write', article()),
  ability.can('articles:delete'),
]
export const sql = toSql(policy.filter(author, 'articles:read'), { dialect: 'sqlite' })
