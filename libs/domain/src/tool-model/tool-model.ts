import type { ContentModel } from '../model/content-model.ts'
import { perModel } from '../model/per-model.ts'
import type { Presentation } from './presentation.ts'
import { createToolOperations, type ToolServiceOperation } from './tool-operation.ts'
import { createToolType, type ToolType } from './tool-type.ts'

/** The version of the form of the model for tools. A change that could break a tool raises it. */
export const TOOL_MODEL_VERSION = 1

/** C17.9: all that a form, a list and a filter need to know of the content of a service. It is the same for all callers. */
export interface ToolModel extends Presentation {
  readonly version: typeof TOOL_MODEL_VERSION
  readonly types: readonly ToolType[]
  /** C16.5: the operations of no record. */
  readonly operations: readonly ToolServiceOperation[]
}

const createToolTypes = perModel((model): readonly ToolType[] =>
  model.types.map((type) => createToolType(model, type)),
)

const getToolOperations = perModel(createToolOperations)

/** Describes a model for tools. */
export const createToolModel = (model: ContentModel, { name, about }: Presentation): ToolModel => ({
  version: TOOL_MODEL_VERSION,
  name,
  about,
  types: createToolTypes(model),
  operations: getToolOperations(model),
})
