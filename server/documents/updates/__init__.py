"""Decodes and checks Yjs updates before the library reads them.

The library trusts its input: deeply nested values crash the process, and an update that builds on missing content waits
forever. So each update is first decoded here without recursion, in the format of Yjs's UpdateEncoderV1
(github.com/yjs/yjs, src/utils/UpdateEncoder.js; values as in lib0/encoding). It is rejected if none of our editors
would write it.
"""
