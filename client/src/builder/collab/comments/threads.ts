/** Groups comments into threads. */
import type { Comment } from "./comments-data";

export interface Thread {
  readonly first: Comment;
  readonly replies: readonly Comment[];
}

/** Threads and their replies, oldest first. Without the replies of a thread that lost its first comment. */
export function buildThreads(comments: readonly Comment[]): readonly Thread[] {
  const inOrder = comments.toSorted((left, right) => left.createdAt.localeCompare(right.createdAt));
  return inOrder
    .filter(({ replyTo }) => replyTo === null)
    .map((first) => ({ first, replies: inOrder.filter(({ replyTo }) => replyTo === first.id) }));
}

export function isOpen({ first }: Thread): boolean {
  return first.resolvedAt === null;
}

/** Number of comments in open threads, by node. */
export function countCommentsByNode(threads: readonly Thread[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { first, replies } of threads.filter(isOpen)) {
    if (first.node) counts.set(first.node, (counts.get(first.node) ?? 0) + 1 + replies.length);
  }
  return counts;
}
