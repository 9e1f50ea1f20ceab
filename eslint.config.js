import js from '@eslint/js'
import nx from '@nx/eslint-plugin'
import tseslint from 'typescript-eslint'

const frameworks = ['@mikro-orm/*', 'express', 'graphql', 'graphql-http', 'kysely']

/** DESIGN of the house: who may import whom. ARCHITECTURE.md draws the same picture. */
const boundaries = {
  enforceBuildableLibDependency: true,
  allow: ['^.*/tools/.*$'],
  depConstraints: [
    { sourceTag: 'scope:authz', onlyDependOnLibsWithTags: [], bannedExternalImports: frameworks },
    { sourceTag: 'scope:domain', onlyDependOnLibsWithTags: ['scope:authz'], bannedExternalImports: frameworks },
    { sourceTag: 'scope:identity', onlyDependOnLibsWithTags: ['scope:authz', 'scope:domain'], bannedExternalImports: frameworks },
    { sourceTag: 'scope:graphql-schema', onlyDependOnLibsWithTags: ['scope:authz', 'scope:domain'], bannedExternalImports: ['@mikro-orm/*', 'express', 'kysely'] },
    { sourceTag: 'scope:rest-handlers', onlyDependOnLibsWithTags: ['scope:authz', 'scope:domain'], bannedExternalImports: ['@mikro-orm/*', 'graphql', 'graphql-http', 'kysely'] },
    { sourceTag: 'scope:persistence', onlyDependOnLibsWithTags: ['scope:authz', 'scope:domain', 'scope:identity'], bannedExternalImports: ['express', 'graphql', 'graphql-http'] },
    { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:lib'] },
  ],
}

export default tseslint.config(
  { ignores: ['**/dist', '**/node_modules', '.nx', '.data'] },
  js.configs.recommended,
  tseslint.configs.strict,
  {
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': ['error', boundaries],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-invalid-void-type': ['error', { allowAsThisParameter: true, allowInGenericTypeArguments: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
    },
  },
  { files: ['tools/**', '**/*.config.*'], rules: { 'no-console': 'off' } },
)
