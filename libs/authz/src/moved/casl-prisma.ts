import { refuse } from './moved.ts'

/** @deprecated Import from @casl/prisma, and filterOf from @content-service/authz-casl/prisma. */
const moved = refuse(
  '@content-service/authz/casl/prisma is gone: npm install @casl/prisma, and import from it. For filterOf of its abilities, npm install @content-service/authz-casl, and import from @content-service/authz-casl/prisma.',
)

export {
  moved as ParsingQueryError,
  moved as accessibleBy,
  moved as createCaslExtension,
  moved as createPrismaAbility,
  moved as prismaQuery,
}
