/**
 * No file imports itself by way of others, type imports included. ESLint checks which library imports which: see
 * eslint.config.js.
 */
export default {
  forbidden: [
    {
      name: 'no-import-cycles',
      comment: 'Move the type or the function that both files need to a file of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/' },
    // Sees `import type`, which the compiler removes.
    tsPreCompilationDeps: true,
  },
}
