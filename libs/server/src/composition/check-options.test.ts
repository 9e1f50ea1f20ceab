import { expect, it } from 'vitest'
import { createComposition } from './composition.ts'

it('C15.20 the options of a team are checked, all at once', () => {
  const options = {
    name: 'Books\nhop',
    about: '',
    moddel: 1,
    migration: [],
    model: {},
    migrations: [{ up: () => undefined }],
    confirmsEmail: 'no',
  } as object
  expect(() => createComposition(options)).toThrow(
    `The options of the service are wrong. Correct them:
  name must be a name in one line of at most 60 characters, such as 'Bookshop'
  about must be a sentence in one line of at most 300 characters
  no option has the name moddel; did you mean model?
  no option has the name migration; did you mean migrations?
  model must be contentModel([...builtInModel.types, YourType])
  migrations must be a list of classes that extend Migration, such as [AddRecipes]
  confirmsEmail must be true or false`,
  )
})
