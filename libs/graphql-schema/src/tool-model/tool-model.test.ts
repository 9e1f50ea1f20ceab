import { createToolModel, presentService } from '@content-service/domain/internal/tool-model'
import { builtInModel } from '@content-service/domain'
import { describe, expect, it } from 'vitest'
import { aWorld } from '../testing/world.ts'

describe('C17.9 contentModel', () => {
  it('is the model for tools, for a caller without a credential', async () => {
    const { data, errors } = await aWorld().run('{ contentModel }')
    expect(errors).toBeUndefined()
    const model = createToolModel(builtInModel, presentService(builtInModel, {}))
    expect(data).toEqual({ contentModel: JSON.parse(JSON.stringify(model)) })
  })
})
