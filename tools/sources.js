// The scripts of package.json load this file first: it lets Node take the sources of our libraries instead of their `dist`,
// as `--conditions=@content-service/source` does. Processes that a script starts load it too.
import './installed.js'
import module from 'node:module'

const SOURCE = '@content-service/source'

module.registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, { ...context, conditions: [...context.conditions, SOURCE] }),
})
