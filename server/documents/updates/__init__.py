"""Yjs updates taken apart before the library reads them: what they hold, and what they build on.

The library trusts who writes them: values that lie deep enough in values end its process, and a change that builds on
what is not there is taken and waits for ever. So each update is read here first, in the form of Yjs's
UpdateEncoderV1 (github.com/yjs/yjs, src/utils/UpdateEncoder.js; values as in lib0/encoding), without recursion, and
refused where it is not one that an editor of ours would write.
"""
