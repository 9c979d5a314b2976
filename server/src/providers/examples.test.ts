import { expect, test } from 'vitest'
import { differences, listExamples } from './test-examples.ts'

test.each(listExamples())('$id names its source and the day on which it was looked up', ({ example }) => {
  expect(example).toMatchObject({
    source: expect.stringMatching(/\w{3}/),
    looked_up: expect.stringMatching(/^2\d{3}-\d\d-\d\d$/),
    body: expect.anything(),
  })
})

test.each([
  [{ a: 1 }, { a: 2 }, []],
  [{ a: 1 }, { a: '1' }, ['.a is of another kind']],
  [{ a: 1 }, { a: null }, []],
  [{ a: 1 }, {}, ['.a is not theirs']],
  [{}, { a: 1 }, ['.a is missing']],
  [[{ a: 1 }], [{ b: 1 }], ['[].a is not theirs', '[].b is missing']],
  [{ a: [] }, { a: {} }, ['.a is of another kind']],
])('%j beside %j', (ours, theirs, expected) => {
  expect(differences(ours, theirs)).toEqual(expected)
})
