"""All messages of each direction, as unions tagged by `type`."""

from typing import Final, TypeAlias, get_args

from protocol.account import (
    AccountInfo,
    ChangePassword,
    DeleteAccount,
    FreshToken,
    GetAccount,
    GetSettings,
    KeptSettings,
    Login,
    LogOutEverywhere,
    NewRecoveryCode,
    Recover,
    Recovery,
    Register,
    Registered,
    Rename,
    SetSettings,
)
from protocol.errors import Error, Ok
from protocol.friends import (
    Block,
    Blocks,
    FriendAccept,
    FriendAsk,
    FriendChange,
    FriendDecline,
    FriendRemove,
    Friends,
    GetBlocks,
    GetFriends,
    Invitation,
    Invite,
    Unblock,
)
from protocol.profile import GetLeaderboard, GetProfile, Leaderboard, Profile
from protocol.queue import (
    JoinQueue,
    LeaveQueue,
    ListQueues,
    MatchFound,
    Queues,
    QueueState,
    RankChange,
)
from protocol.record import Analysis, GetAnalysis, GetRecord, ListRecords, Record, Records
from protocol.report import Announcement, Report
from protocol.room import (
    AddBot,
    BlockSeat,
    CreateRoom,
    DismissRoom,
    EditRoom,
    GiveHost,
    JoinRoom,
    LeaveRoom,
    LiftBlock,
    MoveSeat,
    Ready,
    Rematch,
    RemoveSeat,
    Room,
    RoomClosed,
    SetRules,
    ShuffleSeats,
    StartRoom,
    TakeSeat,
)
from protocol.room_list import DeleteRules, ListRooms, ListRules, Rooms, RuleSets, SaveRules
from protocol.session import Bye, Hello, Notice, Ping, Pong, Welcome
from protocol.spectate import NotYet, Tables, Unwatch, Watch, WatchList, WatchOver
from protocol.table import (
    Act,
    AskFrame,
    Auto,
    Confirm,
    EventFrame,
    Furiten,
    Hint,
    Mute,
    Paused,
    Presence,
    Resumed,
    RoundEnd,
    Said,
    Say,
    SetAuto,
    Skip,
    Snapshot,
    Sync,
    TableOver,
    TableStart,
    TimedOut,
    Vote,
    VoteEnd,
    VotePause,
    VoteResume,
    Watchers,
)

SessionRequest: TypeAlias = Hello | Ping
AccountRequest: TypeAlias = (
    Register
    | Login
    | ChangePassword
    | Recover
    | NewRecoveryCode
    | LogOutEverywhere
    | Rename
    | DeleteAccount
    | GetAccount
    | GetSettings
    | SetSettings
)
FriendRequest: TypeAlias = (
    FriendAsk
    | FriendAccept
    | FriendDecline
    | FriendRemove
    | GetFriends
    | Invite
    | Block
    | Unblock
    | GetBlocks
)
RoomRequest: TypeAlias = (
    CreateRoom
    | JoinRoom
    | LeaveRoom
    | Ready
    | SetRules
    | AddBot
    | RemoveSeat
    | GiveHost
    | StartRoom
    | DismissRoom
    | EditRoom
    | BlockSeat
    | LiftBlock
    | TakeSeat
    | MoveSeat
    | ShuffleSeats
    | Rematch
    | ListRooms
    | SaveRules
    | ListRules
    | DeleteRules
)
TableRequest: TypeAlias = (
    Act | SetAuto | Confirm | Say | Mute | VoteEnd | VotePause | VoteResume | Sync
)
WatchRequest: TypeAlias = WatchList | Watch | Unwatch
QueueRequest: TypeAlias = JoinQueue | LeaveQueue | ListQueues
RecordRequest: TypeAlias = GetRecord | ListRecords | GetAnalysis
PeopleRequest: TypeAlias = GetProfile | GetLeaderboard | Report

ClientMessage: TypeAlias = (
    SessionRequest
    | AccountRequest
    | FriendRequest
    | RoomRequest
    | TableRequest
    | WatchRequest
    | RecordRequest
    | QueueRequest
    | PeopleRequest
)
ServerMessage: TypeAlias = (
    Welcome
    | Pong
    | Bye
    | Notice
    | Registered
    | Recovery
    | FreshToken
    | AccountInfo
    | KeptSettings
    | Friends
    | FriendChange
    | Invitation
    | Blocks
    | Ok
    | Error
    | Room
    | RoomClosed
    | Rooms
    | RuleSets
    | TableStart
    | EventFrame
    | Skip
    | AskFrame
    | TimedOut
    | Furiten
    | Hint
    | Auto
    | RoundEnd
    | Said
    | Watchers
    | Presence
    | Vote
    | Paused
    | Resumed
    | Snapshot
    | TableOver
    | Tables
    | NotYet
    | WatchOver
    | Record
    | Records
    | Analysis
    | Profile
    | Leaderboard
    | Announcement
    | QueueState
    | Queues
    | MatchFound
    | RankChange
)


def _by_type(union: object) -> dict[str, type]:
    return {str(cls.__struct_config__.tag): cls for cls in get_args(union)}


CLIENT_TYPES: Final = _by_type(ClientMessage)
"""`type` -> class, of the messages from clients."""
SERVER_TYPES: Final = _by_type(ServerMessage)
"""`type` -> class, of the messages from the server."""
