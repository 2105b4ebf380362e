/* Mechanisms in MuJoCo's language, written for these tests: each uses another part of it. */

export interface Machine {
  readonly name: string;
  readonly text: string;
}

export const machines: readonly Machine[] = [
  {
    name: "cart-pole with motor and damping",
    text: `<mujoco model="cartpole">
  <option gravity="0 0 -9.7"/>
  <worldbody>
    <geom type="plane" size="4 4 .1"/>
    <body name="cart" pos="0 0 0.2">
      <joint name="slider" type="slide" axis="1 0 0" range="-1 1" damping="0.3"/>
      <geom type="box" size=".2 .15 .1" mass="1.3"/>
      <body name="pole">
        <joint name="hinge" axis="0 1 0" damping="0.02"/>
        <geom type="capsule" fromto="0 0 0 0 0 .8" size=".04"/>
        <site name="tip" pos="0 0 .84" euler="10 20 30"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor name="push" joint="slider" gear="12" ctrlrange="-1 1"/></actuator>
</mujoco>`,
  },
  {
    name: "humanoid part: free base, classes, stacks of hinges, balls",
    text: `<mujoco model="walker">
  <compiler angle="degree" inertiafromgeom="true"/>
  <default>
    <joint damping="0.4" armature="0.01" limited="true"/>
    <geom density="980" rgba=".8 .6 .4 1" type="capsule"/>
    <motor ctrllimited="true" ctrlrange="-.4 .4"/>
    <default class="leg">
      <joint damping="2" stiffness="6"/>
      <geom size=".05"/>
      <default class="shin"><geom size=".04"/><joint armature=".02" stiffness="1"/></default>
    </default>
  </default>
  <worldbody>
    <light pos="0 0 3"/>
    <body name="torso" pos="0 0 1.3">
      <freejoint name="root"/>
      <geom name="chest" fromto="0 -.07 0 0 .07 0" size=".07"/>
      <geom type="sphere" pos="0 0 .19" size=".09"/>
      <geom type="ellipsoid" pos="0 0 -.1" size=".06 .1 .08"/>
      <body name="pelvis" pos="-.01 0 -.26" quat="1 0 -.002 0">
        <joint name="abdomen_z" axis="0 0 1" pos="0 0 .065" range="-45 45" stiffness="20"/>
        <joint name="abdomen_y" axis="0 1 0" pos="0 0 .065" range="-75 30" stiffness="10"/>
        <geom fromto="-.02 -.07 0 -.02 .07 0" size=".09"/>
        <body name="right_thigh" pos="0 -.1 -.04" childclass="leg">
          <joint name="right_hip_x" axis="1 0 0" range="-25 5"/>
          <joint name="right_hip_z" axis="0 0 1" range="-60 35"/>
          <joint name="right_hip_y" axis="0 1 0" range="-110 20" ref="10" springref="-15"/>
          <geom fromto="0 0 0 0 .01 -.34"/>
          <body name="right_shin" pos="0 .01 -.403">
            <joint name="right_knee" axis="0 -1 0" pos="0 0 .02" range="-160 -2" class="shin"/>
            <geom fromto="0 0 0 0 0 -.3" class="shin"/>
          </body>
        </body>
        <body name="left_thigh" pos="0 .1 -.04" childclass="leg">
          <joint name="left_hip" type="ball" damping=".5" armature="0" limited="false" stiffness="0"/>
          <geom fromto="0 0 0 0 -.01 -.34"/>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor name="abdomen_y" joint="abdomen_y" gear="100"/>
    <motor name="right_knee" joint="right_knee" gear="200"/>
    <motor name="left_hip_1" joint="left_hip" gear="0 30 0"/>
  </actuator>
</mujoco>`,
  },
  {
    name: "arm with inertials in every orientation",
    text: `<mujoco model="arm">
  <compiler angle="radian" eulerseq="ZYx"/>
  <worldbody>
    <body name="base" pos=".1 .2 .3" euler=".3 -.2 .5">
      <inertial pos="0 0 .1" mass="4" diaginertia=".02 .03 .04"/>
      <body name="one" pos="0 0 .2" axisangle="1 1 0 .7">
        <joint name="j1" axis="0 0 1" range="-2.9 2.9"/>
        <inertial pos=".01 -.02 .03" quat=".9 .1 .2 -.3" mass="3" diaginertia=".02 .025 .01"/>
        <body name="two" pos="0 -.3 0" xyaxes="1 .2 0 0 1 .3">
          <joint name="j2" axis="1 .2 .1" pos=".02 .01 .03"/>
          <inertial pos=".01 .05 .03" mass="2" fullinertia=".02 .03 .025 .002 -.001 .003"/>
          <body name="three" pos="0 .1 .25" zaxis="1 -2 .5">
            <joint name="j3" type="slide" axis="0 1 1" ref=".1" stiffness="30" springref=".25" damping="3"/>
            <inertial pos="0 0 .03" euler=".1 .2 .3" mass="1.5" diaginertia=".01 .012 .008"/>
            <body name="four" pos="0 0 .2" zaxis="0 0 -1">
              <joint name="j4" type="hinge" axis="0 1 0" ref=".4" springref="-.2" stiffness="5"/>
              <inertial pos="0 0 .03" mass=".7" diaginertia=".004 .005 .003"/>
              <site name="tool" pos=".1 0 0" zaxis="0 1 1"/>
            </body>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>`,
  },
  {
    name: "servos: position, velocity, general, and springs that add up",
    text: `<mujoco>
  <default>
    <position kp="20"/>
    <default class="strong"><position kp="70" kv="3" gear="2"/></default>
  </default>
  <worldbody>
    <body name="a"><joint name="a" axis="0 1 0" stiffness="4" springref="30" damping=".1"/><geom type="box" size=".1 .1 .3" pos="0 0 -.3"/>
      <body name="b" pos="0 0 -.6"><joint name="b" axis="0 1 0" armature=".2"/><geom type="cylinder" size=".08 .2" pos="0 0 -.2"/>
        <body name="c" pos="0 0 -.4"><joint name="c" type="slide" range="-1 2" axis="0 0 1"/><geom type="sphere" size=".12"/>
          <body name="d" pos="0 .2 0"><joint name="d" axis="1 0 0"/><geom type="box" size=".1 .2 .05"/></body>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <position name="pa" joint="a"/>
    <position name="pa2" joint="a" class="strong" ctrlrange="-1 1"/>
    <velocity name="vb" joint="b" kv="5" gear="-3"/>
    <general name="gc" joint="c" gainprm="11" biastype="affine" biasprm="2 -30 -4" gear="1.5"/>
    <position name="pc" joint="c" kp="3" inheritrange="1"/>
    <motor name="mc" joint="c" forcerange="-1 .5" gear="4"/>
    <general name="gd" joint="d" gainprm="6" biastype="affine" biasprm="-3"/>
    <motor name="md" joint="d" damping=".7" armature=".05" gear="2"/>
  </actuator>
</mujoco>`,
  },
  {
    name: "servos with a damping ratio",
    text: `<mujoco>
  <worldbody>
    <body name="a" pos="0 0 1" euler="20 0 0"><joint name="a" axis="0 1 .3" pos=".1 0 .05" armature=".1" ref="12"/><geom type="box" size=".1 .1 .3" pos="0 0 -.3"/>
      <body name="b" pos="0 0 -.6" euler="0 30 0"><joint name="b1" axis="0 1 0"/><joint name="b2" type="slide" axis="1 0 0"/><geom type="cylinder" size=".08 .2" pos="0 0.1 -.2"/>
        <body name="c" pos="0 0 -.4"><joint name="c" axis="1 0 0"/><geom type="sphere" size=".12" pos=".1 .2 0"/></body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <position name="pa" joint="a" kp="50" dampratio="1"/>
    <position name="p1" joint="b1" kp="30" dampratio=".7" gear="3"/>
    <position name="p2" joint="b2" kp="30" dampratio=".2"/>
    <position name="pc" joint="c" kp="5" dampratio="1.3"/>
  </actuator>
</mujoco>`,
  },
  {
    name: "all solids and shells, masses and densities",
    text: `<mujoco>
  <worldbody>
    <body name="b" pos="0 0 1"><joint name="x" axis="1 0 0"/><joint name="y" axis="0 1 0"/><joint name="z" axis="0 0 1" pos=".1 0 0"/>
      <geom type="sphere" size=".1" pos=".1 .2 .3"/>
      <geom type="box" size=".1 .05 .2" pos="-.2 .1 0" euler="30 40 50" mass="2.5"/>
      <geom type="capsule" size=".05 .2" pos=".3 0 0" euler="0 45 0" density="400"/>
      <geom type="cylinder" size=".07 .1" zaxis="1 1 1" pos="0 -.2 0"/>
      <geom type="ellipsoid" size=".05 .1 .2" axisangle="0 1 0 33"/>
      <geom type="box" size=".03" fromto="0 0 0 .3 .2 .1"/>
      <geom type="ellipsoid" size=".06" fromto=".1 0 0 .3 -.2 .1"/>
      <geom type="cylinder" size=".02" fromto="0 0 0 0 0 -.4"/>
      <geom type="sphere" size=".1" pos="0 0 .5" shellinertia="true" density="20"/>
      <geom type="box" size=".1 .2 .3" shellinertia="true" density="20" euler="5 6 7"/>
      <geom type="capsule" size=".1 .2" shellinertia="true" density="20" pos=".2 0 .1"/>
      <geom type="cylinder" size=".1 .2" shellinertia="true" density="20" pos=".2 0 -.1" euler="0 50 0"/>
      <geom type="sphere" size=".5" mass="0"/>
      <geom type="sphere" size=".5" group="5" contype="0" conaffinity="0" density="1"/>
    </body>
  </worldbody>
</mujoco>`,
  },
  {
    name: "bounds, balance and total mass",
    text: `<mujoco>
  <compiler boundmass=".5" boundinertia=".01" balanceinertia="true" settotalmass="12" inertiagrouprange="0 2"/>
  <worldbody>
    <body name="table"><geom type="box" size="1 1 .05"/></body>
    <body name="a"><joint name="a"/><inertial pos=".1 0 0" mass=".1" fullinertia=".02 .001 .015 .001 .002 -.001"/>
      <body name="b" pos=".3 0 0"><joint name="b" axis="0 1 0"/><inertial pos=".1 0 0" mass="1" quat=".5 .5 .5 .6" diaginertia=".02 .05 .1"/>
        <body name="c" pos=".3 0 0"><joint name="c" axis="0 1 0"/><geom size=".1"/><geom size=".2" group="3"/></body>
      </body>
    </body>
  </worldbody>
</mujoco>`,
  },
  {
    name: "frames, replicas and unnamed things",
    text: `<mujoco>
  <compiler eulerseq="zxZ"/>
  <default><default class="red"><geom type="box" size=".1 .2 .05"/><joint damping="1"/></default></default>
  <worldbody>
    <site name="mark" pos="1 2 3"/>
    <frame pos="0 0 1" euler="10 20 30" childclass="red">
      <body pos=".1 0 0"><joint axis="0 1 0"/><geom/>
        <frame pos=".2 0 .1" zaxis="1 0 1">
          <joint axis="0 0 1" pos=".1 0 0"/>
          <geom class="main" type="sphere" size=".1"/>
          <site pos=".1 .1 .1"/>
          <frame euler="5 0 0"><body name="inner" pos="0 0 .3"><joint type="ball"/><geom/></body></frame>
        </frame>
      </body>
    </frame>
    <replicate count="3" offset=".1 0 .2" euler="0 0 30" sep="_">
      <body name="leaf" pos="0 .5 0"><joint name="hinge" axis="1 0 0"/><geom type="capsule" size=".03" fromto="0 0 0 0 .3 0"/>
        <replicate count="2" offset="0 .1 0" sep="-"><body name="bud" pos="0 .3 0"><joint name="turn"/><geom size=".02" pos=".1 0 0"/><site name="s"/></body></replicate>
      </body>
    </replicate>
  </worldbody>
</mujoco>`,
  },
  {
    name: "quadruped with servos and a thruster",
    text: `<mujoco model="quad">
  <compiler angle="radian"/>
  <option><flag contact="disable"/></option>
  <default>
    <geom type="capsule" size=".03" contype="0" conaffinity="0"/>
    <joint axis="0 1 0" damping=".5" armature=".01"/>
    <position kp="40" kv="1" ctrlrange="-2 2"/>
  </default>
  <worldbody>
    <body name="trunk" pos="0 0 .5"><joint type="free" armature="0"/><inertial pos=".01 0 .02" mass="9" fullinertia=".05 .2 .22 .001 .002 .003"/>
      <site name="nozzle" pos="-.3 0 .1" euler="0 1.2 .3"/>
      <body name="FL" pos=".2 .1 0"><joint name="FL_hip" axis="1 0 0"/><geom fromto="0 0 0 0 .08 0"/>
        <body name="FL_thigh" pos="0 .08 0"><joint name="FL_thigh" /><geom fromto="0 0 0 0 0 -.2"/>
          <body name="FL_calf" pos="0 0 -.2"><joint name="FL_knee"/><geom fromto="0 0 0 0 0 -.2"/></body></body></body>
      <body name="RR" pos="-.2 -.1 0"><joint name="RR_hip" axis="1 0 0"/><geom fromto="0 0 0 0 -.08 0"/>
        <body name="RR_thigh" pos="0 -.08 0"><joint name="RR_thigh"/><geom fromto="0 0 0 0 0 -.2"/>
          <body name="RR_calf" pos="0 0 -.2"><joint name="RR_knee"/><geom fromto="0 0 0 0 0 -.2"/></body></body></body>
    </body>
  </worldbody>
  <actuator>
    <position joint="FL_hip"/><position joint="FL_thigh"/><position name="knee" joint="FL_knee" kp="60"/>
    <motor name="jet" site="nozzle" gear="0 3 4 0 0 0"/>
    <motor name="wheel" site="nozzle" gear="0 0 0 1 2 2"/>
  </actuator>
</mujoco>`,
  },
  {
    name: "springs of ball and free joints, gravity compensation",
    text: `<mujoco>
  <worldbody>
    <body name="buoy" pos=".1 .2 .3" euler="10 20 30" gravcomp=".7"><joint name="buoy" type="free" stiffness="12" damping=".4"/><geom type="box" size=".1 .2 .3" pos=".05 0 .1"/>
      <body name="flag" pos="0 0 .3"><joint name="flag" type="ball" pos=".02 0 .01" stiffness="7" damping=".2"/><geom type="box" size=".1 .02 .1" pos=".1 0 .05"/></body>
    </body>
    <body name="lamp" gravcomp="1"><joint name="lamp" axis="1 0 0"/><geom size=".1" pos="0 .3 0"/></body>
  </worldbody>
</mujoco>`,
  },
  {
    name: "motors on a free and a ball joint",
    text: `<mujoco>
  <worldbody>
    <body name="ship" pos="0 0 1"><freejoint name="ship"/><geom type="box" size=".1 .2 .3" pos=".05 0 .1"/></body>
    <body name="top"><joint name="top" type="ball"/><geom type="box" size=".1 .2 .3" pos=".05 0 .1"/></body>
  </worldbody>
  <actuator>
    <motor name="lift" joint="ship" gear="0 3 4 0 0 0"/>
    <motor name="spin" joint="ship" gear="0 0 0 0 2 0"/>
    <motor name="tumble" joint="ship" gear="0 0 0 1 2 3"/>
    <motor name="one" joint="top" gear="0 0 -4"/>
    <motor name="mix" joint="top" gear="1 2 3"/>
  </actuator>
</mujoco>`,
  },
  {
    name: "four-bar with connect, gears by joint equality, welds (the tree of it)",
    text: `<mujoco>
  <worldbody>
    <body name="crank"><joint name="crank" axis="0 1 0"/><geom type="capsule" size=".02" fromto="0 0 0 .1 0 0"/>
      <body name="coupler" pos=".1 0 0"><joint name="coupler" axis="0 1 0"/><geom type="capsule" size=".02" fromto="0 0 0 .4 0 0"/></body></body>
    <body name="rocker" pos=".4 0 0"><joint name="rocker" axis="0 1 0" frictionloss=".1"/><geom type="capsule" size=".02" fromto="0 0 0 .1 0 .3"/></body>
    <body name="wheel" pos="0 1 0"><joint name="wheel" axis="0 0 1" ref="30"/><geom type="cylinder" size=".2 .02"/></body>
    <body name="pinion" pos=".3 1 0"><joint name="pinion" axis="0 0 1"/><geom type="cylinder" size=".1 .02"/></body>
  </worldbody>
  <equality>
    <connect body1="coupler" body2="rocker" anchor=".4 0 0"/>
    <joint joint1="wheel" joint2="pinion" polycoef="0 -.5 0 0 0"/>
    <weld body1="wheel"/>
  </equality>
</mujoco>`,
  },
  {
    name: "springs, dampers and gravity switched off by flags",
    text: `<mujoco>
  <option><flag gravity="disable" spring="disable" damper="disable" clampctrl="disable"/></option>
  <worldbody><body name="a"><joint name="a" axis="1 0 0" stiffness="5" damping="2"/><geom size=".1" pos="0 .2 0"/>
    <body name="b" pos="0 .3 0"><joint name="b" axis="0 0 1"/><geom size=".1" pos="0 .2 0"/></body></body></worldbody>
  <actuator><motor name="m" joint="b" ctrlrange="-.1 .1"/></actuator>
</mujoco>`,
  },
];
