// What other rooms may use of this one. Nothing of it is imported past this file.

export { answerByHand, confirmByHand, seeRequest } from './requests.ts'
