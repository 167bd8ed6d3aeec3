import { describe, expect, it } from 'vitest';
import { blocks } from './markdown';

describe('a rule sheet', () => {
  it('has headings, paragraphs and lists with wrapped lines', () => {
    const found = blocks('# Title\n\nOne\ntwo.\n\n## Part\n- **A-1** x\n  y\n- z\n');
    expect(found.map((block) => block.kind)).toEqual(['heading', 'paragraph', 'heading', 'list']);
    expect(found[3]).toEqual({
      kind: 'list',
      items: [
        [
          { kind: 'strong', text: 'A-1' },
          { kind: 'text', text: ' x y' },
        ],
        [{ kind: 'text', text: 'z' }],
      ],
    });
  });
  it('leaves HTML as text', () => {
    expect(blocks('<script>x</script>')).toEqual([
      { kind: 'paragraph', spans: [{ kind: 'text', text: '<script>x</script>' }] },
    ]);
  });
});
